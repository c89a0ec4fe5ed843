import Fetch
import Testing

@testable import Mail

@Suite struct `The mail settings` {
    @Test(arguments: [
        ("smtp://mail.example.org", "smtp://mail.example.org:587", "/noonish.example"),
        ("smtps://mail.example.org/", "smtps://mail.example.org:465", "/noonish.example"),
        ("smtp://mail.example.org:2525/our.host.name", "smtp://mail.example.org:2525", "/our.host.name"),
        (
            "smtp://user:p%40ss@Mail.Example.org:25/our.host.name", "smtp://mail.example.org:25",
            "/our.host.name"
        ),
        ("smtp://[::1]:25?tls=none", "smtp://[::1]:25", "/noonish.example"),
    ])
    func `say which server, and who we are`(url: String, server: String, greeting: String) throws {
        let configuration = try MailConfiguration(url: url, from: "Table <table@noonish.example>")

        #expect(configuration.server.origin == server)
        #expect(configuration.server.path == greeting)
        #expect(configuration.server.user == nil)
        #expect(configuration.server.password == nil)
        #expect(configuration.from.name == "Table")
    }

    @Test func `hold the login, decoded`() throws {
        let configuration = try MailConfiguration(
            url: "smtp://table%40noonish.example:p%40ss%2Fw%3A%C3%BC@mail.example.org",
            from: "table@noonish.example")

        #expect(configuration.user == "table@noonish.example")
        #expect(configuration.password == "p@ss/w:ü")
    }

    @Test(arguments: [
        ("", "URL"), ("mail.example.org", "URL"), ("http://mail.example.org", "smtp:// or smtps://"),
        ("smtp://", "URL"), ("smtp://mail.example.org:0", "port"), ("smtp://mail.example.org/a/b", "greet"),
        ("smtp://mail.example.org/a%20b", "greet"),
        ("smtp://mail.example.org/a%0d%0aQUIT", "control character"),
        ("smtp://mail.example.org/\r\nQUIT", "control character"),
        ("smtp://user%0d%0aRSET:x@mail.example.org", "control character"),
        ("smtp://mail.example.org?tls=maybe", "tls=none"), ("smtps://mail.example.org?tls=none", "tls=none"),
        ("smtp://user:secret@mail.example.org?tls=none", "plain text"),
    ])
    func `are refused with a reason`(url: String, reason: String) throws {
        let fault = try #require(throws: MailFault.self) {
            try MailConfiguration(url: url, from: "a@b.example")
        }

        #expect(fault.reason.contains(reason), "\(fault)")
        #expect(!fault.reason.contains("secret"))
    }

    @Test(arguments: [
        "smtp://u:p@127.0.0.1:25?tls=none", "smtp://u:p@localhost?tls=none", "smtp://u:p@[::1]?tls=none",
    ])
    func `permit a plain password on this machine`(url: String) throws {
        #expect(try MailConfiguration(url: url, from: "a@b.example").password == "p")
    }

    @Test func `need a sender and a readable certificate`() {
        #expect(throws: MailFault.self) {
            try MailConfiguration(url: "smtp://mail.example.org", from: "nobody")
        }
        #expect(throws: MailFault.self) {
            try MailConfiguration(
                url: "smtp://mail.example.org", from: "a@b.example", certificateAuthorities: "/nowhere.pem")
        }
    }
}

@Suite struct `A reply of a mail server` {
    @Test(arguments: [
        (["220 hello", "250 fine", "550 5.1.1 No such mailbox"], 550, "5.1.1", "No such mailbox"),
        (
            ["250 fine", "550-5.1.1 There is no", "550 5.1.1 such mailbox"], 550, "5.1.1",
            "There is no such mailbox"
        ),
        (["451 come back later", "221 Bye"], 451, nil, "come back later"),
        (["554"], 554, nil, ""),
        (["250 a", "550-b", "550 \u{1b}[31mc"], 550, nil, "b [31mc"),
        (["554 5.7.1 no", "221-2.0.0 good", "221 bye"], 554, "5.7.1", "no"),
    ])
    func `is the last before the farewell`(lines: [String], code: Int, enhanced: String?, text: String) throws
    {
        let reply = try #require(SMTPReply(last: lines))

        #expect(reply.code == code)
        #expect(reply.enhanced == enhanced)
        #expect(reply.text == text)
    }

    @Test(arguments: [[], ["221 bye"], ["HTTP/1.1 200 OK"]])
    func `is none if nothing else was said`(lines: [String]) {
        #expect(SMTPReply(last: lines) == nil)
    }
}
