/// How many items a page of a list has.
package enum PageLimits {
    /// Unless the caller says otherwise.
    package static let standard = 20
    /// The most that a caller may ask for.
    package static let maximum = 100
}
