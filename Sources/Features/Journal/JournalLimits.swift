/// Limits of the sentences about changes.
package enum JournalLimits {
    /// Characters of a note or a message that a notice quotes.
    package static let excerpt = 200
    /// Unicode scalars of a text that changes store themselves. A longer one is stored once.
    static let inlineText = 200
}
