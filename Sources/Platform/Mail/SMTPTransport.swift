import CCurl
package import Fetch

/// Hands messages to a mail server, each on its own: one recipient, one envelope, one answer.
///
/// Connections are kept and used again, which the mail server's own idle limit ends.
package struct SMTPTransport: MailTransport {
    package let configuration: MailConfiguration
    private let client: FetchClient

    package init(_ configuration: MailConfiguration, client: FetchClient) {
        self.configuration = configuration
        self.client = client
    }

    package func send(_ message: MailMessage) async throws(MailFailure) {
        let outcome: TransferOutcome
        do {
            let bytes = try message.encoded(signedBy: configuration.signers)
            outcome = try await client.perform(configuration.plan(for: message, bytes))
        } catch {
            throw .temporary(reason: "\(error)", reply: nil)
        }
        if let failure = MailFailure(outcome) { throw failure }
    }
}

extension MailConfiguration {
    func plan(for message: MailMessage, _ bytes: [UInt8]) -> TransferPlan {
        TransferPlan(
            url: server, schemes: server.scheme, policy: .any,
            limits: TransferLimits(total: MailLimits.sendTime, connect: MailLimits.connectTime),
            certificateAuthorities: certificateAuthorities, upload: bytes
        ) { easy throws(FetchError) in
            try easy.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, Int(MailLimits.replyTime.components.seconds))
            try easy.set(
                CURLOPT_USE_SSL, Int(security == .none ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
            if let user { try easy.set(CURLOPT_USERNAME, user) }
            if let password { try easy.set(CURLOPT_PASSWORD, password) }
            try easy.set(CURLOPT_MAIL_FROM, "<\((message.returnPath ?? message.from).address)>")
            try easy.set(CURLOPT_MAIL_RCPT, ["<\(message.to.address)>"])
        }
    }
}

extension MailFailure {
    /// Reads how an SMTP conversation ended; nil if the message was accepted.
    ///
    /// A 5xx is this message's fault only if it answers MAIL, RCPT or DATA. One that answers the greeting or the login
    /// is about us, and may be repaired while the message waits.
    init?(_ outcome: TransferOutcome) {
        guard let failure = outcome.failure else { return nil }
        let reply = SMTPReply(last: outcome.lines)
        if let reply, reply.code >= 500, !outcome.isLoginRefused, !Self.aboutUs.contains(reply.code),
            !outcome.wasTurnedAwayAtTheDoor
        {
            self = .permanent(reply)
        } else {
            // A connection that broke has a last reply as well, and it was a friendly one.
            self = .temporary(reason: "\(failure)", reply: reply.flatMap { $0.code >= 400 ? $0 : nil })
        }
    }

    /// Authentication: required, too weak, failed, encryption needed. RFC 4954 §6.
    private static let aboutUs: Set<Int> = [530, 534, 535, 538]
}

extension TransferOutcome {
    /// True if the server's very first reply on a new connection was a refusal.
    fileprivate var wasTurnedAwayAtTheDoor: Bool { isConnectionNew && lines.first?.hasPrefix("5") == true }
}
