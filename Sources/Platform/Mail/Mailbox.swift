/// The recipient of incoming mail.
package protocol Mailbox: Sendable {
    /// Returns whether this mailbox accepts mail to an address. Called for every recipient, before the
    /// message is received.
    func accepts(_ address: String) -> Bool

    /// Processes a message. Returns once it need not be sent again, whether or not it had an effect.
    ///
    /// - Throws: Any error that prevented processing. The sending server then retries later.
    func take(_ message: [UInt8], to address: String) async throws
}
