/// Limits of what changes say.
package enum JournalLimits {
    /// Characters of a note or a message that a notice repeats.
    package static let excerpt = 200
}
