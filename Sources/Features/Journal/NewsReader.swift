import Initializers
package import NoonishAPI

/// The person for whom a notice is composed, and what they have read or muted.
@MemberwiseInit(unlabeled: 2)
package struct NewsReader: Hashable, Sendable {
    package let person: PersonID
    /// `nil` if they are no longer on the list.
    package let standing: Standing?
    /// Whether they are notified only of messages that mention them.
    package var isMuted: Bool = false
    /// The revision up to which they have read the messages.
    package var readRev: Int = 0
    /// People who are hidden from them by a block.
    package var hidden: Set<PersonID> = []
    /// Requests that they have already fulfilled.
    package var settled: Set<ChangeSubject> = []
    /// Whether they have a dish of the outing's order, or want none.
    package var hasOrdered: Bool = false
    /// Whether they were reminded to answer before, on the same channel.
    package var wasReminded: Bool = false

    package var isHost: Bool { standing.map { $0.role != .invitee } ?? false }

    /// Whether they were invited and have not answered.
    package var isUnanswered: Bool { standing == Standing(role: .invitee, status: .invited) }
}
