import PayCodes
import Testing

struct UPIPaymentTests {
    /// The members of the example of the linking specification, section 1.2.
    @Test func `writes a link between people`() throws {
        let payment = try UPIPayment(
            name: "nadeem chinna", address: UPIAddress(parsing: "nadeem@npci"), amount: amount(1_000, "INR"),
            text: "Pay to abc & co")

        #expect(
            payment.url
                == "upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&am=10.00&cu=INR&tn=Pay%20to%20abc%20%26%20co")
    }

    @Test(arguments: ["leila@okbank", "98765-43210@upi", "a.b_c@ybl", "912345@HDFC0001234.ifsc.npci"])
    func `an address is a name at a provider`(text: String) throws {
        #expect(try UPIAddress(parsing: text).text == text)
    }

    @Test(arguments: [
        "", "leila", "@okbank", "leila@", "le ila@okbank", "leila@ok@bank", "leila@1", "ليلى@ok", "a@b&am=1",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: PayCodeFault.invalid(.address)) { try UPIAddress(parsing: text) }
    }

    @Test func `other currencies, nothing and long notes are refused`() throws {
        let address = try UPIAddress(parsing: "leila@okbank")
        #expect(throws: PayCodeFault.wrongCurrency) {
            try UPIPayment(name: "A", address: address, amount: amount(1), text: "")
        }
        #expect(throws: PayCodeFault.amountOutOfRange) {
            try UPIPayment(name: "A", address: address, amount: amount(0, "INR"), text: "")
        }
        #expect(throws: PayCodeFault.invalid(.name)) {
            try UPIPayment(name: "\n", address: address, amount: amount(1, "INR"), text: "")
        }
        #expect(throws: PayCodeFault.tooLong(.text)) {
            try UPIPayment(
                name: "A", address: address, amount: amount(1, "INR"), text: String(repeating: "a", count: 51)
            )
        }
    }
}
