// The server side of an SMTP session, with a single purpose: receiving messages for a few local addresses. It
// performs no I/O: it takes lines and returns actions.
//
// It does not relay and has no user accounts. It supports 8BITMIME, SIZE, PIPELINING and STARTTLS. Only CRLF
// ends a line, because accepting other line ends permits SMTP smuggling.

/// The state of a session.
///
/// - Source: RFC 5321 §4; RFC 3207 (STARTTLS); RFC 1870 (SIZE); RFC 2920 (PIPELINING); RFC 2034 (enhanced
///   codes).
struct SMTPSession {
    enum Action: Hashable {
        case reply(String)
        /// Starts TLS and discards everything received so far.
        case startTLS
        /// Processes a message. The result must be passed to ``taken(_:)``; until then no lines are read.
        case take([UInt8], recipients: [String])
        case closeConnection
    }

    private enum Phase {
        case greeting, waiting
        case mail(recipients: [String])
        case data(recipients: [String], message: [UInt8], isValid: Bool)
        case taking
        case ended
    }

    private let name: String
    private let accepts: (String) -> Bool
    private let offersTLS: Bool
    private var phase = Phase.greeting
    private var isSecure = false
    private var commands = 0
    private var rejectedCommands = 0

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - name: The host name in the server's greeting.
    ///   - offersTLS: Whether to offer STARTTLS.
    ///   - accepts: Returns whether mail to an address is accepted.
    init(name: String, offersTLS: Bool, accepts: @escaping (String) -> Bool) {
        self.name = name
        self.offersTLS = offersTLS
        self.accepts = accepts
    }

    var greeting: [Action] { [.reply("220 \(name) ESMTP, for answers to invitations")] }

    /// The maximum length of the next line in bytes, with its line end.
    var longestLine: Int {
        if case .data = phase { MailLimits.receivedLineBytes } else { MailLimits.commandBytes }
    }

    /// Processes one line.
    ///
    /// - Parameter line: The line without its CRLF.
    mutating func received(_ line: [UInt8]) -> [Action] {
        switch phase {
        case .data(let recipients, var message, var isValid):
            // Cleared first, so that the message is appended to in place instead of copied for each line.
            phase = .taking
            if line == [UInt8(ascii: ".")] { return finish(message, recipients, isValid) }
            isValid = isValid && !line.contains(0x0a) && !line.contains(0x0d)
            if message.count + line.count + 2 > MailLimits.receivedBytes {
                isValid = false
                message = []
            }
            if isValid {
                message += (line.first == UInt8(ascii: ".") ? line.dropFirst() : line[...]) + [0x0d, 0x0a]
            }
            phase = .data(recipients: recipients, message: message, isValid: isValid)
            return []
        case .taking, .ended: return []
        case .greeting, .waiting, .mail:
            commands += 1
            guard commands <= MailLimits.commands else { return end("421 4.7.0 too many commands") }
            return command(line)
        }
    }

    /// Ends the session because a line exceeded ``longestLine``.
    mutating func lineDidOverflow() -> [Action] { end("500 5.5.2 line too long") }

    /// Reports the result of processing a message.
    ///
    /// - Parameter wasProcessed: `false` asks the client to retry later.
    mutating func taken(_ wasProcessed: Bool) -> [Action] {
        phase = .waiting
        return [
            .reply(
                wasProcessed ? "250 2.0.0 message accepted" : "451 4.3.0 temporary failure, try again later")
        ]
    }

    mutating func tlsDidStart() {
        isSecure = true
        phase = .greeting
    }

    /// Ends the session from the server's side.
    mutating func end(_ reply: String) -> [Action] {
        phase = .ended
        return [.reply(reply), .closeConnection]
    }

    private mutating func finish(_ message: [UInt8], _ recipients: [String], _ isValid: Bool) -> [Action] {
        guard isValid else {
            phase = .waiting
            return rejectCommand("552 5.3.4 message too big, or line endings other than CRLF")
        }
        return [.take(message, recipients: recipients)]
    }
}

// MARK: - Commands

extension SMTPSession {
    private mutating func command(_ line: [UInt8]) -> [Action] {
        guard line.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0x09 }) else {
            return rejectCommand("500 5.5.2 commands must be plain ASCII")
        }
        let text = String(decoding: line, as: UTF8.self)
        let verb = text.prefix { $0 != " " }.uppercased()
        let rest = text.dropFirst(verb.count).drop { $0 == " " }
        switch verb {
        case "EHLO": return hello(rest, isExtended: true)
        case "HELO": return hello(rest, isExtended: false)
        case "STARTTLS": return startTLS(rest)
        case "MAIL": return mail(rest)
        case "RCPT": return recipient(rest)
        case "DATA": return data(rest)
        case "RSET":
            if case .mail = phase { phase = .waiting }
            return [.reply("250 2.0.0 OK, transaction reset")]
        case "NOOP": return [.reply("250 2.0.0 OK")]
        case "VRFY": return [.reply("252 2.1.5 cannot verify the address")]
        case "QUIT": return end("221 2.0.0 goodbye")
        default: return rejectCommand("500 5.5.1 command not recognized")
        }
    }

    private mutating func hello(_ from: Substring, isExtended: Bool) -> [Action] {
        guard !from.isEmpty else { return rejectCommand("501 5.5.4 host name required") }
        phase = .waiting
        guard isExtended else { return [.reply("250 \(name)")] }
        var lines = [
            name, "SIZE \(MailLimits.receivedBytes)", "8BITMIME", "PIPELINING", "ENHANCEDSTATUSCODES",
        ]
        if offersTLS && !isSecure { lines.append("STARTTLS") }
        return lines.enumerated().map { index, line in
            .reply((index == lines.count - 1 ? "250 " : "250-") + line)
        }
    }

    private mutating func startTLS(_ rest: Substring) -> [Action] {
        guard offersTLS, !isSecure else { return rejectCommand("502 5.5.1 STARTTLS not available") }
        guard rest.isEmpty else { return rejectCommand("501 5.5.4 STARTTLS takes no parameters") }
        guard case .waiting = phase else { return rejectCommand("503 5.5.1 bad sequence of commands") }
        return [.reply("220 2.0.0 go ahead"), .startTLS]
    }

    private mutating func mail(_ rest: Substring) -> [Action] {
        guard case .waiting = phase else { return rejectCommand("503 5.5.1 bad sequence of commands") }
        guard let (_, parameters) = Self.path(rest, after: "FROM:") else {
            return rejectCommand("501 5.5.4 expected MAIL FROM:<address>")
        }
        for parameter in parameters {
            let pair = parameter.uppercased().split(separator: "=", maxSplits: 1)
            switch pair[0] {
            case "SIZE":
                guard pair.count == 2, let size = Int(pair[1]) else {
                    return rejectCommand("501 5.5.4 expected SIZE=bytes")
                }
                guard size <= MailLimits.receivedBytes else {
                    return rejectCommand("552 5.3.4 message too big")
                }
            case "BODY":
                guard pair.count == 2, pair[1] == "7BIT" || pair[1] == "8BITMIME" else {
                    return rejectCommand("501 5.5.4 expected BODY=7BIT or BODY=8BITMIME")
                }
            default: return rejectCommand("555 5.5.4 parameter not supported")
            }
        }
        phase = .mail(recipients: [])
        return [.reply("250 2.1.0 OK")]
    }

    private mutating func recipient(_ rest: Substring) -> [Action] {
        guard case .mail(let recipients) = phase else { return rejectCommand("503 5.5.1 send MAIL first") }
        guard let (address, parameters) = Self.path(rest, after: "TO:"), parameters.isEmpty, !address.isEmpty
        else {
            return rejectCommand("501 5.5.4 expected RCPT TO:<address>")
        }
        guard recipients.count < MailLimits.recipients else {
            return [.reply("452 4.5.3 too many recipients")]
        }
        guard accepts(address) else { return rejectCommand("550 5.1.1 no such mailbox") }
        phase = .mail(recipients: recipients + [address])
        return [.reply("250 2.1.5 OK")]
    }

    private mutating func data(_ rest: Substring) -> [Action] {
        guard rest.isEmpty else { return rejectCommand("501 5.5.4 DATA takes no parameters") }
        guard case .mail(let recipients) = phase else { return rejectCommand("503 5.5.1 send MAIL first") }
        guard !recipients.isEmpty else { return rejectCommand("554 5.5.1 no valid recipients") }
        phase = .data(recipients: recipients, message: [], isValid: true)
        return [.reply("354 end the message with <CRLF>.<CRLF>")]
    }

    private mutating func rejectCommand(_ reply: String) -> [Action] {
        rejectedCommands += 1
        return rejectedCommands < MailLimits.rejectedCommands
            ? [.reply(reply)] : end("421 4.7.0 too many errors")
    }

    /// Parses `FROM:<address> PARAMETER …`. The address may be empty, as in the sender of a delivery report.
    private static func path(_ text: Substring, after word: String) -> (
        address: String, parameters: [Substring]
    )? {
        guard text.uppercased().hasPrefix(word) else { return nil }
        let rest = text.dropFirst(word.count).drop { $0 == " " }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let address = rest[rest.index(after: rest.startIndex)..<end]
        guard address.utf8.count <= MailLimits.addressBytes,
            !address.contains(where: { $0 == " " || $0 == "<" })
        else {
            return nil
        }
        let after = rest[rest.index(after: end)...]
        guard after.isEmpty || after.first == " " else { return nil }
        return (String(address), after.split(separator: " "))
    }
}
