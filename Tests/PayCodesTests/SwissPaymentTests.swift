import Money
import PayCodes
import QRCodes
import TestSupport
import Testing

struct SwissPaymentTests {
    private static let address = PostalAddress(
        street: "Rue du Lac", houseNumber: "1268", postcode: "2501", town: "Biel", country: "CH")

    private func payload(
        _ name: String = "Robert Schneider AG", _ minor: Int64 = 19_995, _ code: String = "CHF",
        address: PostalAddress = address, account: IBAN = Account.swiss, text: String = "Order of 15.09.2026"
    ) throws -> String {
        try SwissPayment(
            name: name, address: address, account: account, amount: amount(minor, code), text: text
        ).payload
    }

    /// Example 2 of annex A of the guidelines: no reference, no debtor.
    @Test func `writes the elements of the guidelines in their order`() throws {
        let expected = """
            SPC|0200|1|CH5800791123000889012|S|Robert Schneider AG|Rue du Lac|1268|2501|Biel|CH||||||||199.95|CHF|||||||\
            |NON||Order of 15.09.2026|EPD
            """

        #expect(try payload() == expected.replacing("|", with: "\r\n"))
    }

    @Test func `keeps the letters of Europe and folds the others`() throws {
        let elements = try payload("Žofie Müller\u{202E} – Șerban Анна").split(
            separator: "\r\n", omittingEmptySubsequences: false)

        #expect(elements[5] == "Žofie Müller - Șerban Anna")
    }

    @Test(arguments: [("CHF", 1), ("EUR", 99_999_999_999)] as [(String, Int64)])
    func `francs and euros are written`(code: String, minor: Int64) throws {
        let elements = ["", amount(minor, code).decimal, code, ""]
        #expect(try payload("A", minor, code).contains(elements.joined(separator: "\r\n")))
    }

    @Test func `what the guidelines do not allow is refused`() throws {
        #expect(throws: PayCodeFault.wrongCurrency) { try payload("A", 1, "USD") }
        #expect(throws: PayCodeFault.amountOutOfRange) { try payload("A", 0) }
        #expect(throws: PayCodeFault.amountOutOfRange) { try payload("A", 100_000_000_000) }
        #expect(throws: PayCodeFault.invalid(.account)) { try payload(account: Account.german) }
        #expect(throws: PayCodeFault.invalid(.account)) { try payload(account: Account.swissWithReference) }
        #expect(throws: PayCodeFault.invalid(.name)) { try payload(" ") }
        #expect(throws: PayCodeFault.tooLong(.text)) { try payload(text: String(repeating: "a", count: 141)) }
    }

    @Test(arguments: [
        (PostalAddress(postcode: "", town: "Biel", country: "CH"), PayCodeFault.invalid(.postcode)),
        (PostalAddress(postcode: "2501", town: "", country: "CH"), .invalid(.town)),
        (PostalAddress(postcode: "2501", town: "Biel", country: "ch"), .invalid(.country)),
        (PostalAddress(postcode: "2501", town: "Biel", country: "CHE"), .invalid(.country)),
        (PostalAddress(street: a(71), postcode: "2501", town: "Biel", country: "CH"), .tooLong(.street)),
        (
            PostalAddress(houseNumber: a(17), postcode: "2501", town: "Biel", country: "CH"),
            .tooLong(.houseNumber)
        ),
        (PostalAddress(postcode: a(17), town: "Biel", country: "CH"), .tooLong(.postcode)),
        (PostalAddress(postcode: "2501", town: a(36), country: "CH"), .tooLong(.town)),
    ])
    func `addresses are complete and short enough`(address: PostalAddress, fault: PayCodeFault) {
        #expect(throws: fault) { try payload(address: address) }
    }

    private static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test func `the longest code with its cross is read back`() async throws {
        let long = PostalAddress(
            street: String(repeating: "Ä", count: 70), houseNumber: String(repeating: "1", count: 16),
            postcode: String(repeating: "2", count: 16), town: String(repeating: "Ö", count: 35),
            country: "LI")
        let payload = try payload(
            String(repeating: "Ü", count: 70), 99_999_999_999, address: long,
            text: String(repeating: "T", count: 140))

        let code = try QRCode(Array(payload.utf8), largestVersion: 25)

        #expect(try await CodeReader.text(of: code.svg(emblem: .swissCross)) == payload)
    }
}
