/// Page sizes of lists.
package enum PageLimits {
    /// The default.
    package static let standard = 20
    /// The largest size that a caller can request.
    package static let maximum = 100
}
