/// What takes mail that came to us.
package protocol Mailbox: Sendable {
    /// Whether mail to this address is for us at all. Asked for every recipient, before the message is sent.
    func accepts(_ address: String) -> Bool

    /// Returns once the message need not be sent again: it has taken effect, or has none.
    ///
    /// - Throws: Whatever kept it from being taken; the other side tries again later.
    func take(_ message: [UInt8], to address: String) async throws
}
