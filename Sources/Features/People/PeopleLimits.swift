/// Limits of friends and contacts.
package enum PeopleLimits {
    /// Requests one person may have out. Nobody waits for more answers than that.
    static let openRequests = 200
    /// Mails with friend requests one person may cause within 24 hours.
    static let friendMailsADay = 50
    /// Mails with friend requests one address gets within 24 hours, whoever asks.
    static let friendMailsAnAddressADay = 5
    /// Seconds before the same person's request to the same address is mailed again: 30 days.
    static let friendMailAgain: Double = 30 * 86_400
    /// Addresses that may be compared with who is here at once: an address book, pasted.
    static let contacts = 200
    /// The same within 24 hours: enough for several address books, too few to try out names.
    static let contactsADay = 1_000
}
