import Mail
import Testing

@Suite struct `A mail address` {
    @Test(arguments: [
        "mia@example.org", "MIA@Example.ORG", "a@b.c", "first.last+tag@sub.example.org", "o'neil@example.org",
        "{x}~!#$%&*=?^_`|/@example.org", "mia@localhost", "mia@xn--bcher-kva.example",
    ])
    func `is one that mail servers accept`(text: String) throws {
        #expect(try MailAddress(text).address == text)
    }

    @Test(arguments: [
        "", "@", "mia", "mia@", "@example.org", "mia@exa mple.org", " mia@example.org", "mia@example.org ",
        "mia@example.org\r\n", "mia@example.org\nRCPT TO:<eve@example.org>", "mia\r\nDATA\r\n@example.org",
        "mia\u{0}@example.org", "mia@example.org\u{7f}", "mia\t@example.org", "<mia@example.org>",
        "mia@example.org>", "mia@example.org> SIZE=1", "\"mia\"@example.org", "mia(x)@example.org",
        "mia@[127.0.0.1]", "mia,eve@example.org", "mia;eve@example.org", "mia@example..org",
        "mia@.example.org",
        "mia@example.org.", "mia@-example.org", ".mia@example.org", "mia.@example.org", "mi..a@example.org",
        "mía@example.org", "mia@bücher.example", "mia@eve@example.org",
        String(repeating: "a", count: 65) + "@example.org",
        "mia@" + String(repeating: "a", count: 64) + ".org",
        "mia@" + String(repeating: "abcdefgh.", count: 28) + "org",
    ])
    func `is refused if it could be anything else`(text: String) {
        #expect(throws: MailFault.self) { try MailAddress(text) }
    }

    @Test(arguments: [
        ("mia@example.org", nil), ("<mia@example.org>", nil), ("Mia <mia@example.org>", "Mia"),
        ("  Mia  Lee  <mia@example.org>", "Mia Lee"), ("\"Lee, Mia\" <mia@example.org>", "Lee, Mia"),
        ("Mia > all <mia@example.org>", "Mia > all"),
    ])
    func `is read as an operator writes it`(text: String, name: String?) throws {
        let address = try MailAddress(parsing: text)

        #expect(address.address == "mia@example.org")
        #expect(address.name == name)
    }

    @Test(arguments: ["Mia <mia@example.org", "Mia <mia@example.org> x", "Mia <>"])
    func `is not read from half of one`(text: String) {
        #expect(throws: MailFault.self) { try MailAddress(parsing: text) }
    }

    @Test func `has a name without control characters`() throws {
        let address = try MailAddress("mia@example.org", name: " Mia\r\nBcc: eve@example.org\u{0}\u{85} ")

        #expect(address.name == "Mia Bcc: eve@example.org")
        #expect(try MailAddress("mia@example.org", name: "\r\n \u{2028}").name == nil)
    }

    @Test func `knows its domain`() throws {
        #expect(try MailAddress("mia@mail.example.org").domain == "mail.example.org")
    }
}

@Suite struct `A Message-ID` {
    @Test func `is read as it was written`() throws {
        let id = try MessageID("watch.0198.7", domain: "example.org")

        #expect(id.text == "<watch.0198.7@example.org>")
        #expect(try MessageID(parsing: id.text) == id)
    }

    @Test(arguments: [
        "", "a@b", "<a@b", "a@b>", "<>", "<@b>", "<a@>", "<a b@c>", "<a@b>\r\nX: y", "<a\r\n@b>", "<a:b@c>",
        "<<a@b>>",
        "<" + String(repeating: "a", count: 250) + "@b>",
    ])
    func `is refused if it could be anything else`(text: String) {
        #expect(throws: MailFault.self) { try MessageID(parsing: text) }
    }
}

@Suite struct `A link to unsubscribe` {
    @Test func `is one click over HTTPS`() throws {
        #expect(try UnsubscribeLink("https://example.org/u/abc").isOneClick)
        #expect(try !UnsubscribeLink("http://127.0.0.1:8080/u/abc").isOneClick)
    }

    @Test(arguments: [
        "", "example.org", "mailto:x@example.org", "javascript:alert(1)", "https://example.org/a b",
        "https://example.org/\r\nX: y", "https://example.org/>, <mailto:x@y", "https://example.org/ü",
        "https://example.org/" + String(repeating: "a", count: 900),
    ])
    func `is refused if it could be anything else`(text: String) {
        #expect(throws: MailFault.self) { try UnsubscribeLink(text) }
    }
}
