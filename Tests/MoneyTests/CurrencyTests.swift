import Foundation
import TestSupport
import Testing

@testable import Money

struct CurrencyTests {
    @Test(arguments: [("EUR", 2), ("JPY", 0), ("KWD", 3), ("HUF", 2), ("ISK", 0), ("CLP", 0), ("TND", 3)])
    func `has the decimals of ISO 4217`(code: String, exponent: Int) throws {
        let currency = try #require(Currency(code))

        #expect(currency.exponent == exponent)
        #expect(currency.minorUnits == [1, 10, 100, 1_000][exponent])
    }

    @Test(arguments: ["", "eur", "EURO", "XAU", "XDR", "XXX", "XTS", "DEM", "CHW", "€"])
    func `unknown and withdrawn currencies, metals, funds and codes for testing are refused`(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test func `the tables are those of the registries`() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(root)/script/registries' --check"
        )
    }
}
