import PayCodes
import Testing

struct PaymentLinkTests {
    @Test(
        arguments: [
            ("EUR", 1_240, "12.40EUR"), ("JPY", 1_200, "1200JPY"), ("HUF", 120_000, "1200HUF"),
            ("USD", 5, "0.05USD"),
        ] as [(String, Int64, String)])
    func `PayPal links have the amount as PayPal writes it`(code: String, minor: Int64, text: String) throws {
        #expect(
            try PayPalName(parsing: "LeilaLunch").url(for: amount(minor, code))
                == "https://paypal.me/LeilaLunch/\(text)")
    }

    @Test func `PayPal refuses currencies that it does not have, and fractions that it cannot write`() throws
    {
        let name = try PayPalName(parsing: "leila")

        #expect(throws: PayCodeFault.wrongCurrency) { try name.url(for: amount(1, "KWD")) }
        #expect(throws: PayCodeFault.amountOutOfRange) { try name.url(for: amount(1_250, "HUF")) }
        #expect(throws: PayCodeFault.amountOutOfRange) { try name.url(for: amount(0)) }
    }

    @Test(arguments: [
        "leila", "@leila", "paypal.me/leila", "https://paypal.me/leila/", "https://www.PayPal.me/leila",
        "https://www.paypal.com/paypalme/leila",
    ])
    func `a PayPal name is read from its page's address too`(typed: String) throws {
        #expect(try PayPalName(parsing: typed).text == "leila")
    }

    @Test(arguments: [
        "", "lei la", "leila/5EUR", "leila?x", "léila", "https://evil.example/leila",
        String(repeating: "a", count: 21),
    ])
    func `anything else is no PayPal name`(typed: String) {
        #expect(throws: PayCodeFault.invalid(.name)) { try PayPalName(parsing: typed) }
    }

    @Test func `an operator's link is filled in with encoded values`() throws {
        let link = try PaymentLinkTemplate(
            label: "Lunch club", currencies: ["EUR", "SEK"],
            template: "https://pay.example/{value}?a={amount}&r={reference}")

        let url = try link.url(
            for: amount(1_240), reference: "Lunch & co, K7QX", value: "../{amount}@x.example")

        #expect(
            url == "https://pay.example/..%2F%7Bamount%7D%40x.example?a=12.40&r=Lunch%20%26%20co%2C%20K7QX")
        #expect(throws: PayCodeFault.wrongCurrency) {
            try link.url(for: amount(1, "USD"), reference: "", value: "")
        }
        #expect(throws: PayCodeFault.amountOutOfRange) {
            try link.url(for: amount(0), reference: "", value: "")
        }
    }

    @Test(arguments: [
        ("http://pay.example/{value}", PaymentLinkTemplate.Fault.notHTTPS),
        ("https://pay.example", .notHTTPS),
        ("https:///x", .notHTTPS), ("javascript:alert(1)", .notHTTPS),
        ("https://user@pay.example/", .notHTTPS),
        ("https://pay.example/a b", .notHTTPS), ("https://{value}.example/x", .placeholder),
        ("https://pay.example/{who}", .placeholder),
        ("https://pay.example/{value", .placeholder), ("https://pay.example/{{value}}", .placeholder),
    ])
    func `an operator's link has a fixed host and known placeholders`(
        template: String, fault: PaymentLinkTemplate.Fault
    ) {
        #expect(throws: fault) {
            try PaymentLinkTemplate(label: "x", currencies: ["EUR"], template: template)
        }
    }

    @Test func `an operator's link is for known currencies`() {
        #expect(throws: PaymentLinkTemplate.Fault.unknownCurrency("ABC")) {
            try PaymentLinkTemplate(label: "x", currencies: ["ABC"], template: "https://pay.example/")
        }
    }
}
