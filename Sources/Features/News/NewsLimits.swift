/// Limits of notices, history and the list of updates.
package enum NewsLimits {
    /// The most revisions that one notice folds; a person who is further behind gets the current state instead.
    package static let revisionsFolded = 200
    /// Seconds after the end of a person's quiet hours: important changes of an outing that starts before then are
    /// sent during the quiet hours.
    package static let urgentAfterQuiet: Double = 2 * 3_600

    /// Characters of a mail's subject that come from changes.
    package static let subjectCharacters = 120
}
