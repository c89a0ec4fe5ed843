/// Limits of notices, history and the list of updates.
package enum NewsLimits {
    /// The most revisions that a notice lists one by one; a person who is further behind gets the present
    /// state instead.
    package static let revisionsFolded = 200
    /// How long after the end of a person's quiet hours an outing may start so that its important changes are
    /// sent during them, in seconds.
    package static let urgentAfterQuiet: Double = 2 * 3_600

    /// How long news that only a newer program can word waits for one of its workers, in seconds: longer than an
    /// upgrade of all processes takes, short enough if that is undone.
    package static let newerProgramPatience: Double = 15 * 60

    /// The hour of the day, by the reader's clock, at which mail about the answers of a day is sent.
    package static let digestHour = 18
    /// How long before the start such mail is sent at the latest, in seconds.
    package static let digestLeadTime: Double = 3 * 3_600

    /// The most changes that are joined into one sentence.
    package static let clausesInSentence = 2
    /// The most lines of a notice. The history has the changes that do not fit.
    package static let linesOfText = 6

    /// Characters of changes in the subject of a mail.
    package static let subjectCharacters = 120
}
