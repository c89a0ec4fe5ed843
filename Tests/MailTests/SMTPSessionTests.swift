import Testing

@testable import Mail

@Suite struct `A conversation with the mail listener` {
    private func session(offersTLS: Bool = false) -> SMTPSession {
        SMTPSession(name: "noonish.example", offersTLS: offersTLS) { $0.hasPrefix("rsvp+") }
    }

    /// What it does for each of the lines, replies by their codes.
    private func say(_ lines: [String], to session: inout SMTPSession) -> [String] {
        lines.flatMap { session.received(Array($0.utf8)) }.map { action in
            switch action {
            case .reply(let line): String(line.prefix(4))
            case .startTLS: "tls"
            case .take(let message, let recipients):
                "take \(recipients.joined(separator: ",")) \(String(decoding: message, as: UTF8.self))"
            case .closeConnection: "end"
            }
        }
    }

    @Test func `takes a message, its dots as they were meant`() {
        var session = session()

        let said = say(
            [
                "EHLO mail.example.org", "MAIL FROM:<> BODY=8BITMIME SIZE=100",
                "RCPT TO:<rsvp+1@noonish.example>", "DATA",
                "Subject: hi", "", "..", ".x", "end", ".",
            ], to: &session)

        #expect(said.suffix(5).dropLast() == ["250 ", "250 ", "250 ", "354 "])
        #expect(said.last == "take rsvp+1@noonish.example Subject: hi\r\n\r\n.\r\nx\r\nend\r\n")
        #expect(session.taken(true) == [.reply("250 2.0.0 message accepted")])
        #expect(
            say(["MAIL FROM:<a@b.example>", "RCPT TO:<rsvp+2@noonish.example>", "QUIT"], to: &session) == [
                "250 ", "250 ", "221 ", "end",
            ])
    }

    @Test func `keeps to its order and to its own mailboxes`() {
        var session = session()

        let said = say(
            [
                "MAIL FROM:<a@b.example>", "EHLO x", "RCPT TO:<rsvp+1@noonish.example>", "DATA",
            ], to: &session)
        #expect(said.first == "503 " && said.suffix(2) == ["503 ", "503 "])
        var other = self.session()
        #expect(
            say(["HELO x", "MAIL FROM:<a@b.example>", "RCPT TO:<mia@example.org>", "DATA"], to: &other)
                == ["250 ", "250 ", "550 ", "554 "])
    }

    @Test(arguments: [
        "", "FOO", "EHLO", "MAIL FROM:a@b.example", "MAIL FROM:<a b>", "MAIL FROM:<a@b.example> FOO=1",
        "MAIL FROM:<a@b.example> SIZE=x", "MAIL FROM:<a@b.example", "MAIL TO:<a@b.example>", "STARTTLS",
        "AUTH PLAIN AAAA",
        "RCPT TO:<>", "DATA now", "NO\u{0}OP", "MAIL FROM:<a@b.example>x", "ÄHLO x",
    ])
    func `refuses what it does not understand, and hangs up on the fifth`(line: String) {
        var session = session()
        _ = say(["EHLO x"], to: &session)

        let said = say(Array(repeating: line, count: 5), to: &session)

        #expect(said.prefix(4).allSatisfy { $0.hasPrefix("5") })
        #expect(said.suffix(2) == ["421 ", "end"])
        #expect(say(["NOOP"], to: &session) == [])
    }

    @Test(arguments: ["a\nb", "a\rb", "a\n.\nMAIL FROM:<eve@example.org>"])
    func `takes no message with line ends that hide another one`(line: String) {
        var session = session()

        let said = say(
            [
                "EHLO x", "MAIL FROM:<>", "RCPT TO:<rsvp+1@noonish.example>", "DATA", "fine", line, ".",
                "NOOP",
            ], to: &session)

        #expect(said.suffix(2) == ["552 ", "250 "])
    }

    @Test func `takes no message beyond its size, announced or not`() {
        var session = session()
        #expect(
            say(["EHLO x", "MAIL FROM:<> SIZE=\(MailLimits.receivedBytes + 1)"], to: &session).last == "552 ")
        _ = say(["MAIL FROM:<>", "RCPT TO:<rsvp+1@noonish.example>", "DATA"], to: &session)
        let line = String(repeating: "x", count: 10_000)

        let said = say(Array(repeating: line, count: 120) + ["."], to: &session)

        #expect(said == ["552 "])
    }

    @Test func `begins anew after STARTTLS, and offers it once`() {
        var session = session(offersTLS: true)
        #expect(session.received(Array("EHLO x".utf8)).contains(.reply("250 STARTTLS")))

        #expect(say(["STARTTLS"], to: &session) == ["220 ", "tls"])
        session.tlsDidStart()

        #expect(say(["MAIL FROM:<a@b.example>"], to: &session) == ["503 "])
        #expect(!session.received(Array("EHLO x".utf8)).contains(.reply("250 STARTTLS")))
        #expect(say(["STARTTLS"], to: &session) == ["502 "])
    }

    @Test func `has an end`() {
        var session = session()
        _ = say(["EHLO x"], to: &session)
        let noops = say(Array(repeating: "NOOP", count: MailLimits.commands), to: &session)
        #expect(noops.suffix(2) == ["421 ", "end"])

        var many = self.session()
        _ = say(["EHLO x", "MAIL FROM:<>"], to: &many)
        let rcpt = say(
            Array(repeating: "RCPT TO:<rsvp+1@noonish.example>", count: MailLimits.recipients + 1), to: &many)
        #expect(rcpt.last == "452 ")
    }
}
