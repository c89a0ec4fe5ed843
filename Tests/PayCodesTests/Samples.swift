import Money
import PayCodes

func amount(_ minor: Int64, _ code: String = "EUR") -> Money { Money(minor, Currency(code)!) }

/// Account numbers of the registry's examples.
enum Account {
    static let finnish = try! IBAN(parsing: "FI2112345600000785")
    static let german = try! IBAN(parsing: "DE89370400440532013000")
    static let swiss = try! IBAN(parsing: "CH5800791123000889012")
    static let swissWithReference = try! IBAN(parsing: "CH4431999123000889012")
    static let british = try! IBAN(parsing: "GB29NWBK60161331926819")
}
