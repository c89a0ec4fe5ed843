/// Why a message was not accepted.
package enum MailFailure: Error, Hashable, Sendable {
    /// Try again later. Includes everything that is not this recipient's or this message's fault: connection, TLS,
    /// login, a server that refuses all. `reply` is what the server said last, if it said something.
    case temporary(reason: String, reply: SMTPReply?)
    /// The server refuses this message to this recipient for good (5xx). Sending it again is what spammers do.
    case permanent(SMTPReply)
}

extension MailFailure: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the server's words, which may repeat the recipient's address.
    package var description: String {
        switch self {
        case .temporary(let reason, let reply):
            [reason, reply?.codes].compactMap { $0 }.joined(separator: ", ")
        case .permanent(let reply): "refused by the mail server, \(reply.codes)"
        }
    }

    package var debugDescription: String {
        switch self {
        case .temporary(_, let reply?), .permanent(let reply): "\(description): \(reply.text)"
        case .temporary: description
        }
    }
}
