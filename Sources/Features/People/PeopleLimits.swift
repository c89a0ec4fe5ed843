/// The limits of friends and contacts.
package enum PeopleLimits {
    /// Friend requests that one person may have pending: more than anyone needs.
    static let openRequests = 200
    /// Emails with friend requests that one person may cause within 24 hours.
    static let friendMailsPerDay = 50
    /// Emails with friend requests that one address receives within 24 hours, from all senders together.
    static let friendMailsPerAddressPerDay = 5
    /// Seconds before another request from the same person to the same address is mailed again: 30 days.
    static let friendMailInterval: Double = 30 * 86_400
    /// Addresses that can be matched with members in one request: a pasted address book.
    static let contacts = 200
    /// Addresses that can be matched within 24 hours: enough for several address books, but too few for
    /// guessing addresses.
    static let contactsPerDay = 1_000
}
