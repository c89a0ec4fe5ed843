import PayCodes
import Testing

struct IBANTests {
    /// The examples of the IBAN registry.
    @Test(arguments: [
        "FI2112345600000785", "DE89370400440532013000", "GB29NWBK60161331926819", "CH9300762011623852957",
        "LI21088100002324013AA", "FR1420041010050500013M02606", "NO9386011117947",
        "MT84MALT011000012345MTLCAST001S",
        "SA0380000000608010167519", "BE68539007547034", "BR1800360305000010009795493C1",
        "LC55HEMM000100010012001200023015",
    ])
    func `an account number of the registry is read`(text: String) throws {
        #expect(try IBAN(parsing: text).text == text)
    }

    @Test func `spaces and small letters are read, and groups are written`() throws {
        let account = try IBAN(parsing: " fi21 1234 5600 0007\u{A0}85\n")

        #expect(account.text == "FI2112345600000785")
        #expect(account.grouped == "FI21 1234 5600 0007 85")
        #expect(account.masked == "FI •••• 0785")
        #expect(account.country == "FI")
    }

    @Test(arguments: [
        ("FI2112345600000786", IBAN.Fault.checkDigits), ("FI2112345600007085", .checkDigits),
        ("FI211234560000078", .wrongForm(length: 18)), ("FI21123456000007855", .wrongForm(length: 18)),
        ("FI21123456000007A5", .wrongForm(length: 18)), ("FIA112345600000785", .wrongForm(length: 18)),
        ("GB29123460161331926819", .wrongForm(length: 22)), ("US2112345600000785", .unknownCountry),
        ("AX2112345600000785", .unknownCountry), ("", .unknownCountry), ("F", .unknownCountry),
        ("FI21-1234", .characters),
        ("FI٢١12345600000785", .characters), ("DE00370400440532013089", .checkDigits),
    ])
    func `anything else says what is wrong`(text: String, fault: IBAN.Fault) {
        #expect(throws: fault) { try IBAN(parsing: text) }
    }

    @Test func `every single wrong digit and every swap of neighbours is found`() throws {
        let right = Array("DE89370400440532013000")
        for index in 2..<right.count {
            for digit in "0123456789" where digit != right[index] {
                var wrong = right
                wrong[index] = digit
                #expect(throws: IBAN.Fault.checkDigits) { try IBAN(parsing: String(wrong)) }
            }
            if index + 1 < right.count, right[index] != right[index + 1] {
                var swapped = right
                swapped.swapAt(index, index + 1)
                #expect(throws: IBAN.Fault.checkDigits) { try IBAN(parsing: String(swapped)) }
            }
        }
    }
}
