import CCurl
package import Fetch
import Initializers

/// Submits messages to a mail server, each in its own transaction: one recipient, one envelope, one result.
///
/// Connections are kept open and reused until the mail server's idle timeout closes them.
@MemberwiseInit(unlabeled: 1)
package struct SMTPTransport: MailTransport {
    package let configuration: MailConfiguration
    private let client: FetchClient

    package func send(_ message: MailMessage) async throws(MailSendError) {
        let outcome: TransferOutcome
        do {
            let bytes = try message.encoded(signedBy: configuration.signers)
            outcome = try await client.perform(configuration.plan(for: message, bytes))
        } catch {
            throw .temporary(reason: "\(error)", reply: nil)
        }
        if let failure = MailSendError(outcome) { throw failure }
    }
}

extension MailConfiguration {
    func plan(for message: MailMessage, _ bytes: [UInt8]) -> TransferPlan {
        TransferPlan(
            url: server, schemes: server.scheme, policy: .any,
            limits: TransferLimits(total: MailLimits.sendTimeout, connect: MailLimits.connectTimeout),
            certificateAuthorities: certificateAuthorities, upload: bytes
        ) { easy throws(FetchError) in
            try easy.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(MailLimits.replyTimeout.components.seconds))
            try easy.set(
                CURLOPT_USE_SSL, Int(security == .none ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
            if let user { try easy.set(CURLOPT_USERNAME, user) }
            if let password { try easy.set(CURLOPT_PASSWORD, password) }
            try easy.set(CURLOPT_MAIL_FROM, "<\((message.returnPath ?? message.from).address)>")
            try easy.set(CURLOPT_MAIL_RCPT, ["<\(message.to.address)>"])
        }
    }
}

extension MailSendError {
    /// Interprets the end of an SMTP session; `nil` if the message was accepted.
    ///
    /// A 5xx is permanent only if it is the reply to MAIL, RCPT or DATA. One in reply to the connection or
    /// the login concerns the configuration, which may be corrected while the message waits.
    init?(_ outcome: TransferOutcome) {
        guard let failure = outcome.failure else { return nil }
        let reply = SMTPReply(last: outcome.lines)
        if let reply, reply.code >= 500, !outcome.isLoginRefused,
            !Self.authenticationReplyCodes.contains(reply.code),
            !outcome.wasConnectionRejected
        {
            self = .permanent(reply)
        } else {
            // A broken connection has a last reply as well, but a positive one.
            self = .temporary(reason: "\(failure)", reply: reply.flatMap { $0.code >= 400 ? $0 : nil })
        }
    }

    /// Replies that concern authentication: required, too weak, failed, encryption needed. RFC 4954 §6.
    private static let authenticationReplyCodes: Set<Int> = [530, 534, 535, 538]
}

extension TransferOutcome {
    /// Whether the server refused a new connection with its very first reply.
    fileprivate var wasConnectionRejected: Bool { isConnectionNew && lines.first?.hasPrefix("5") == true }
}
