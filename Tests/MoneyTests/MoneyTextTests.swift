import Foundation
import Testing

@testable import Money

/// The text of amounts in the four languages of the product, with their invisible characters.
struct MoneyTextTests {
    @Test(arguments: [
        ("en-GB", 123_450, "EUR", "€1,234.50"), ("en-GB", -5, "EUR", "-€0.05"),
        ("en-GB", 1_234, "JPY", "JP¥1,234"), ("en-GB", 1_250, "KWD", "KWD\u{A0}1.250"),
        ("fi", 123_450, "EUR", "1\u{A0}234,50\u{A0}€"), ("fi", -5, "EUR", "\u{2212}0,05\u{A0}€"),
        ("fi", 1_250, "KWD", "1,250\u{A0}KWD"), ("ja", 1_234, "JPY", "¥1,234"),
        ("ja", 123_450, "EUR", "€1,234.50"), ("ar", 123_450, "EUR", "\u{200F}1,234.50\u{A0}€"),
        ("ar-EG", 123_450, "EUR", "\u{200F}١٬٢٣٤٫٥٠\u{A0}€"),
        ("ar-EG", 1_250, "KWD", "\u{200F}١٫٢٥٠\u{A0}د.ك.\u{200F}"),
        ("en-GB", 500, "UGX", "UGX\u{A0}500"), ("en-GB", 1_200, "HUF", "HUF\u{A0}12.00"),
    ])
    func `an amount is written as its reader's language writes it`(
        locale: String, minor: Int64, code: String, text: String
    ) throws {
        let money = Money(minor, try #require(Currency(code)))

        #expect(money.text(in: Locale(identifier: locale)) == text)
    }

    @Test func `large amounts keep every digit`() {
        let text = Money(900_719_925_474_099_301, .eur).text(in: Locale(identifier: "en-GB"))

        #expect(text == "€9,007,199,254,740,993.01")
    }

    @Test(arguments: [
        (0, "EUR", "0.00"), (5, "EUR", "0.05"), (-1_240, "EUR", "-12.40"), (1_240, "JPY", "1240"),
        (0, "JPY", "0"), (7, "KWD", "0.007"), (Int64.min, "EUR", "-92233720368547758.08"),
    ])
    func `an amount for machines has a full stop and all decimals`(minor: Int64, code: String, text: String)
        throws
    {
        #expect(Money(minor, try #require(Currency(code))).decimal == text)
    }
}
