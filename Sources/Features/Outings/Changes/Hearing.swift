package import NoonishAPI

/// What others may hear of a message before they read it. What it says is looked up when it is worded.
package struct Posted: Hashable, Sendable {
    /// In the order of their ids.
    package var mentions: [PersonID]

    package init(mentions: [PersonID]) { self.mentions = mentions }
}

/// What of the messages of an outing somebody wants to hear of, and whether they said what they think of its place.
package struct Hearing: Hashable, Sendable {
    /// Nothing but what mentions them.
    package var isMuted: Bool
    /// They have read the messages up to this revision.
    package var readRev: Int
    /// Whom a block hides from them.
    package var hidden: Set<PersonID>
    /// They have rated the place, so nobody asks them to.
    package var hasRated: Bool

    package init(
        isMuted: Bool = false, readRev: Int = 0, hidden: Set<PersonID> = [], hasRated: Bool = false
    ) {
        self.isMuted = isMuted
        self.readRev = readRev
        self.hidden = hidden
        self.hasRated = hasRated
    }

    /// Whether `change` is a message that they have read already.
    func knows(_ change: OutingChange, at rev: Int) -> Bool {
        if case .message(_, _, _, .some) = change { rev <= readRev } else { false }
    }

    /// Whether a message is news: somebody else's that is new, or one that mentions them and did not before. What was
    /// taken back is none; who declined hears of mentions alone.
    func wants(_ change: OutingChange, _ reader: PersonID, _ answer: Answer) -> Bool {
        guard case .message(_, let author, let old, let new?) = change, author != reader,
            !hidden.contains(author)
        else { return false }
        if new.mentions.contains(reader) { return old?.mentions.contains(reader) != true }
        return old == nil && !isMuted && answer.status != .declined
    }
}

extension OutingChange {
    /// The message that this is about.
    package var messageID: OutingMessageID? {
        if case .message(let message, _, _, _) = self { message } else { nil }
    }

    /// Whether many of these make one notice, for which nobody minds to wait a little: messages that mention nobody.
    package var isCalm: Bool {
        switch self {
        case .message(_, _, _, let new): new?.mentions.isEmpty ?? true
        default: false
        }
    }
}
