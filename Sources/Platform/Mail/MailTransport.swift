/// A service that accepts messages for delivery.
package protocol MailTransport: Sendable {
    /// Sends a message. Returns once another server has accepted responsibility for it.
    ///
    /// If sending fails, the message may have been accepted all the same. A retry then delivers it twice,
    /// with the same Message-ID.
    func send(_ message: MailMessage) async throws(MailSendError)
}
