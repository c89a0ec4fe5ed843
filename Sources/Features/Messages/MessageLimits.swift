/// The limits of messages, with their units and reasons.
package enum MessageLimits {
    /// Unicode scalars in a message: a few paragraphs. Longer text belongs in the outing's note.
    package static let text = 1...2_000
    /// People mentioned in one message: about a table's worth. Mentioning more is pointless, because everyone
    /// on the list is notified anyway.
    static let mentions = 20
    /// Messages one person, or one venue, may post per minute, over all outings: more than anyone can type.
    package static let messagesPerMinute = 20
    static let minute = Duration.seconds(60)
    /// Seconds for which a message can be edited. Kept short because people may already have read the old
    /// text, for example in an email.
    static let editable: Double = 3_600
    /// Seconds after an outing's end during which messages can still be posted: as long as its notifications
    /// are sent.
    static let postingPeriodAfterEnd: Double = 30 * 86_400
    /// Messages on a page: both the default and the maximum.
    static let page = 50
    /// Unread messages to count before stopping; a badge shows at most "99+".
    static let unreadCounted = 100
    /// Outings with unread messages in one list.
    static let unreadListed = 100
}
