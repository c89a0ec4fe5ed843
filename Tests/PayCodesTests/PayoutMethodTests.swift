import PayCodes
import Testing

struct PayoutMethodTests {
    private let reference = try! PaymentReference(title: "Thursday lunch 11 Mar", code: "K7QX")

    @Test func `a reference is a title and a code, cut to what every code holds`() throws {
        #expect(reference.text == "Thursday lunch 11 Mar, K7QX")
        #expect(try PaymentReference(title: " a\n b ", code: "K7").text == "a b, K7")
        #expect(try PaymentReference(title: " ", code: "K7").text == "K7")
        #expect(
            try PaymentReference(title: String(repeating: "long ", count: 30), code: "K7QX").text.count <= 50)
        for code in ["", "k7", "K-7", String(repeating: "K", count: 26)] {
            #expect(throws: PayCodeFault.invalid(.reference)) { try PaymentReference(title: "a", code: code) }
        }
    }

    @Test(arguments: [
        ("EUR", PaymentOption.Kind.epc), ("CHF", .account), ("USD", .account),
    ])
    func `an account is a code where banks read one, and fields everywhere`(
        code: String, kind: PaymentOption.Kind
    ) throws {
        let method = PayoutMethod.account(Account.finnish, name: "Leila Ö", address: nil)

        let option = try #require(method.option(for: amount(1_240, code), reference: reference))

        #expect(option.kind == kind)
        #expect((option.qrCode != nil) == (kind == .epc))
        #expect(option.qrCode?.hasSuffix(reference.text) != false)
        let fields = ["Leila Ö", "FI21 1234 5600 0007 85", "12.40 \(code)", reference.text]
        #expect(option.fields.map(\.text) == fields)
    }

    @Test func `a Swiss account with an address has the Swiss code, in euros too`() throws {
        let address = PostalAddress(postcode: "2501", town: "Biel", country: "CH")
        let with = PayoutMethod.account(Account.swiss, name: "Leila", address: address)
        let without = PayoutMethod.account(Account.swiss, name: "Leila", address: nil)

        #expect(with.option(for: amount(1_240, "CHF"), reference: reference)?.kind == .swiss)
        #expect(with.option(for: amount(1_240, "EUR"), reference: reference)?.kind == .swiss)
        #expect(without.option(for: amount(1_240, "CHF"), reference: reference)?.kind == .account)
    }

    @Test func `methods of one currency are offered for it alone`() throws {
        let upi = PayoutMethod.upi(try UPIAddress(parsing: "leila@okbank"), name: "Leila")
        let pix = PayoutMethod.pix(try PixKey(parsing: "leila@example.org"), name: "Leila", city: "Recife")
        let payPal = PayoutMethod.payPal(try PayPalName(parsing: "leila"))
        let link = PayoutMethod.link(
            try PaymentLinkTemplate(
                label: "Club", currencies: ["SEK"], template: "https://pay.example/{value}/{amount}"),
            value: "leila")

        #expect(upi.option(for: amount(1, "INR"), reference: reference)?.url?.hasPrefix("upi://pay?") == true)
        #expect(upi.option(for: amount(1, "EUR"), reference: reference) == nil)
        let pixOption = try #require(pix.option(for: amount(1, "BRL"), reference: reference))
        #expect(pixOption.fields.last?.text == pixOption.qrCode)
        #expect(pix.option(for: amount(1, "EUR"), reference: reference) == nil)
        #expect(
            payPal.option(for: amount(1, "EUR"), reference: reference)?.url
                == "https://paypal.me/leila/0.01EUR")
        #expect(payPal.option(for: amount(1, "KWD"), reference: reference) == nil)
        #expect(link.option(for: amount(1, "SEK"), reference: reference)?.label == "Club")
        #expect(link.option(for: amount(1, "EUR"), reference: reference) == nil)
    }

    @Test func `any other app is a value to copy`() {
        let option = PayoutMethod.other(label: "MobilePay", value: "+358 40 123").option(
            for: amount(1_240), reference: reference)

        let fields = ["+358 40 123", "12.40 EUR", reference.text]
        #expect(option?.fields.map(\.text) == fields)
        #expect(option?.url == nil && option?.qrCode == nil)
    }

    @Test func `a code that cannot be written leaves the fields`() throws {
        let method = PayoutMethod.account(Account.german, name: "田中", address: nil)

        let option = try #require(method.option(for: amount(1_240), reference: reference))

        #expect(option.kind == .account)
        #expect(option.fields.first?.text == "田中")
    }
}
