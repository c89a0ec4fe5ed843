/// Every number of messages: what it is, its unit, and why it is what it is.
package enum MessageLimits {
    /// Unicode scalars of a message: a few paragraphs. What is longer is a note.
    static let text = 1...2_000
    /// People one message mentions: a table. More is everybody, who are told anyway.
    static let mentions = 20
    /// Messages one person may write within a minute, over all outings: faster than that nobody types.
    package static let messagesAMinute = 20
    static let minute = Duration.seconds(60)
    /// How long a text may be changed, in seconds: who read it on paper or in a mail should not find another later.
    static let editable: Double = 3_600
    /// How long after an outing's end there is still something to say, in seconds: as long as its news is told.
    static let talkedAfterEnd: Double = 30 * 86_400
    /// Messages a page has, unless said otherwise, and at most.
    static let page = 50
    /// Unread messages that are counted; a badge says no more than "99+".
    static let unreadCounted = 100
    /// Outings with unread messages that are listed.
    static let unreadListed = 100
}
