/// Limits of notices, history and the list of updates.
package enum NewsLimits {
    /// Revisions that a diff is folded from; whoever is further behind gets the present state instead.
    package static let revisionsFolded = 200
    /// An outing that starts within this many seconds of the end of somebody's quiet hours is worth waking them for.
    package static let urgentAfterQuiet: Double = 2 * 3_600

    /// Characters of a mail's subject that come from changes.
    package static let subjectCharacters = 120
}
