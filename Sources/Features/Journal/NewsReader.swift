package import NoonishAPI

/// The person for whom a notice is worked out, and what they have seen or muted.
package struct NewsReader: Hashable, Sendable {
    package let person: PersonID
    /// `nil` once they are off the list.
    package let standing: Standing?
    /// Whether they are notified only of messages that mention them.
    package var isMuted: Bool
    /// The revision up to which they have read the messages.
    package var readRev: Int
    /// The people whom a block hides from them.
    package var hidden: Set<PersonID>
    /// Requests that they have met already.
    package var settled: Set<ChangeSubject>

    package init(
        _ person: PersonID, _ standing: Standing?, isMuted: Bool = false, readRev: Int = 0,
        hidden: Set<PersonID> = [], settled: Set<ChangeSubject> = []
    ) {
        self.person = person
        self.standing = standing
        self.isMuted = isMuted
        self.readRev = readRev
        self.hidden = hidden
        self.settled = settled
    }
}
