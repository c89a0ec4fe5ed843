import Journal

/// A channel of notifications: the rows of the table `channel`.
package enum Channel: String, Hashable, Sendable, CaseIterable {
    case inbox, mail
    case webPush = "web_push"
    case applePush = "apple_push"
    case webhook
}

extension Channel {
    /// Returns whether a change is sent on the channel to readers who have not asked for everything.
    ///
    /// The inbox and webhooks carry every change. Mail leaves out what no one waits for. On mail and push, people who
    /// have not answered get only what they need for their answer, and one reminder of it.
    func carries(_ change: Change, to reader: NewsReader) -> Bool {
        switch self {
        case .inbox, .webhook: return true
        case .mail where change.kind.mailing(to: reader) == .onRequest: return false
        case .mail, .webPush, .applePush:
            let kind = change.kind
            return !reader.isUnanswered || kind.urgency == .essential || kind.person == reader.person
                || kind.audience == .unanswered && !reader.wasReminded
        }
    }
}
