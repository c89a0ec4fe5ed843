/// What takes messages away.
package protocol MailTransport: Sendable {
    /// Returns once somebody else is responsible for the message.
    ///
    /// Whether a message whose sending failed has arrived all the same is unknown at times; it then arrives twice, with
    /// the same Message-ID.
    func send(_ message: MailMessage) async throws(MailFailure)
}
