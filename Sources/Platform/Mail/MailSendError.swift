/// The reason why a message was not accepted.
package enum MailSendError: Error, Hashable, Sendable {
    /// A retry may succeed. Includes everything that neither the recipient nor the message caused:
    /// connection, TLS, login, a server that refuses all mail. `reply` is the server's last error reply, if
    /// there was one.
    case temporary(reason: String, reply: SMTPReply?)
    /// The server permanently refuses this message to this recipient (5xx). Retrying would harm the sender's
    /// reputation.
    case permanent(SMTPReply)
}

extension MailSendError: CustomStringConvertible, CustomDebugStringConvertible {
    /// A description without the text of the server's reply, which may repeat the recipient's address.
    package var description: String {
        switch self {
        case .temporary(let reason, let reply):
            [reason, reply?.codes].compactMap { $0 }.joined(separator: ", ")
        case .permanent(let reply): "rejected by the mail server, \(reply.codes)"
        }
    }

    package var debugDescription: String {
        switch self {
        case .temporary(_, let reply?), .permanent(let reply): "\(description): \(reply.text)"
        case .temporary: description
        }
    }
}
