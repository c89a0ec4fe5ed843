import PayCodes
import QRCodes
import TestSupport
import Testing

struct EPCPaymentTests {
    private func payload(
        _ name: String, _ minor: Int64 = 100, text: String = "Urgency fund", account: IBAN? = nil
    ) throws -> String {
        try EPCPayment(
            name: name, account: account ?? IBAN(parsing: "BE72000000001616"), amount: amount(minor),
            text: text
        ).payload
    }

    /// The example of EPC069-12, section 3, as version 002 without its BIC, purpose and information.
    @Test func `writes the guideline's example`() throws {
        #expect(
            try payload("Red Cross of Belgium")
                == "BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\n\n\nUrgency fund")
    }

    @Test(arguments: [
        ("Jürgen Müller-Lüdenscheidt", "Jurgen Muller-Ludenscheidt"), ("Łukasz Ñandú", "Lukasz Nandu"),
        ("Анна Иванова", "Anna Ivanova"), ("Γιώργος", "Giorgos"), ("ليلى", "lyly"),
        ("Mia 😀 Ro\u{202E}ss", "Mia Ro ss"),
        ("Ann\nFI00", "Ann FI00"), ("田中 Yuki", "Yuki"), ("Straße & Söhne", "Strasse Sohne"),
        (String(repeating: "a", count: 80), String(repeating: "a", count: 70)),
    ])
    func `71: folds names to the letters of the scheme`(name: String, folded: String) throws {
        #expect(try payload(name).split(separator: "\n", omittingEmptySubsequences: false)[5] == folded)
    }

    @Test(
        arguments: [(1, "EUR0.01"), (1_240, "EUR12.40"), (99_999_999_999, "EUR999999999.99")]
            as [(Int64, String)])
    func `writes amounts from a cent to a billion`(minor: Int64, text: String) throws {
        #expect(try payload("A", minor).contains("\n\(text)\n"))
    }

    @Test func `what the scheme cannot have is refused`() throws {
        for minor in [0, -1, 100_000_000_000] as [Int64] {
            #expect(throws: PayCodeFault.amountOutOfRange) { try payload("A", minor) }
        }
        #expect(throws: PayCodeFault.wrongCurrency) {
            try EPCPayment(name: "A", account: Account.german, amount: amount(1, "CHF"), text: "")
        }
        #expect(throws: PayCodeFault.invalid(.name)) { try payload("田中") }
        #expect(throws: PayCodeFault.tooLong(.text)) {
            try payload("A", text: String(repeating: "a", count: 141))
        }
        // Needs a BIC.
        #expect(throws: PayCodeFault.invalid(.account)) { try payload("A", account: Account.british) }
    }

    @Test func `the longest code fits version 13 and is read back`() async throws {
        let payload = try payload(
            String(repeating: "W", count: 70), 99_999_999_999, text: String(repeating: "T", count: 140))

        let code = try QRCode(Array(payload.utf8), largestVersion: EPCPayment.largestVersion)

        #expect(payload.utf8.count <= 331)
        #expect(try await CodeReader.text(of: code.svg()) == payload)
    }
}
