import PayCodes
import QRCodes
import TestSupport
import Testing

struct PixPaymentTests {
    /// The example of the manual, section 2.4: a static code with a random key and no amount.
    @Test func `writes the manual's example to the last digit`() throws {
        let payment = try PixPayment(
            key: PixKey(parsing: "123e4567-e12b-12d1-a456-426655440000"), name: "Fulano de Tal",
            city: "BRASILIA",
            amount: nil, reference: "***")

        #expect(
            payment.payload
                == "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
        )
    }

    @Test func `writes amount and reference, folds and cuts name and city, and is read back`() async throws {
        let payload = try PixPayment(
            key: PixKey(parsing: "+55 (11) 94321-4321"), name: "Conceição Aparecida dos Santos",
            city: "São José do Rio Preto",
            amount: amount(6_666, "BRL"), reference: "K7QX"
        ).payload

        #expect(payload.contains("0114+5511943214321"))
        #expect(
            payload.contains(
                "540566.665802BR5925Conceicao Aparecida dos S6015Sao Jose do Rio62080504K7QX6304"))
        #expect(try await CodeReader.text(of: QRCode(Array(payload.utf8)).svg()) == payload)
    }

    @Test func `the longest key fills its field`() throws {
        let key = try PixKey(parsing: String(repeating: "a", count: 65) + "@example.org")

        let payload = try PixPayment(key: key, name: "A", city: "B", amount: nil, reference: "***").payload

        #expect(payload.contains("26990014br.gov.bcb.pix0177a"))
    }

    @Test(arguments: [
        ("529.982.247-25", "52998224725"), ("11.222.333/0001-81", "11222333000181"),
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),
        ("Leila@Example.org", "leila@example.org"), ("+5511943214321", "+5511943214321"),
        ("+551132104321", "+551132104321"),
        ("123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"),
    ])
    func `reads keys of every kind`(typed: String, key: String) throws {
        #expect(try PixKey(parsing: typed).text == key)
    }

    @Test(arguments: [
        "", "52998224726", "52998224735", "00000000000", "11222333000182", "leila@", "@example.org",
        "a@b@c.org", "+15551234567",
        "+55119", "11943214321", "123e4567-e12b-12d1-a456-42665544000",
        String(repeating: "a", count: 66) + "@example.org",
    ])
    func `anything else is no key`(typed: String) {
        #expect(throws: PayCodeFault.invalid(.key)) { try PixKey(parsing: typed) }
    }

    @Test func `what the code cannot have is refused`() throws {
        let key = try PixKey(parsing: "leila@example.org")
        func payment(
            _ money: Int64, _ code: String = "BRL", name: String = "A", city: String = "B",
            _ reference: String = "X"
        )
            throws -> PixPayment
        {
            try PixPayment(
                key: key, name: name, city: city, amount: amount(money, code), reference: reference)
        }
        #expect(throws: PayCodeFault.wrongCurrency) { try payment(1, "EUR") }
        #expect(throws: PayCodeFault.amountOutOfRange) { try payment(0) }
        #expect(throws: PayCodeFault.amountOutOfRange) { try payment(1_000_000_000_000) }
        #expect(throws: PayCodeFault.invalid(.name)) { try payment(1, name: "田中") }
        #expect(throws: PayCodeFault.invalid(.town)) { try payment(1, city: "") }
        #expect(throws: PayCodeFault.invalid(.reference)) { try payment(1, "BRL", "K7-QX") }
        #expect(throws: PayCodeFault.invalid(.reference)) { try payment(1, "BRL", "") }
        #expect(throws: PayCodeFault.tooLong(.reference)) {
            try payment(1, "BRL", String(repeating: "A", count: 26))
        }
    }
}
