import Foundation
import Testing

@testable import Money

struct MoneyParsingTests {
    private func parsed(_ text: String, _ code: String = "EUR", in locale: String = "en-GB") throws -> Int64 {
        try Money(parsing: text, in: try #require(Currency(code)), locale: Locale(identifier: locale)).minor
    }

    @Test(arguments: [
        ("12.40", 1_240), ("12,40", 1_240), ("12", 1_200), ("12.4", 1_240), ("0,5", 50), ("0.5", 50),
        (" 9.50 ", 950),
        ("€12.40", 1_240), ("12,40 €", 1_240), ("EUR 12.40", 1_240), ("12.40eur", 1_240),
        ("12.40 euros", 1_240),
        ("1,234.50", 123_450), ("1.234,50", 123_450), ("1 234,50", 123_450), ("1\u{202F}234,50", 123_450),
        ("1'234.50", 123_450), ("1,234", 123_400), ("1,234,567", 123_456_700), ("1.234.567", 123_456_700),
        ("-12.40", -1_240), ("\u{2212}12.40", -1_240), ("-€12.40", -1_240), ("€-12.40", -1_240),
        ("１２．４０", 1_240), ("٠", 0), ("007", 700), ("\u{200F}12.40\u{A0}€", 1_240),
    ])
    func `reads what people type`(text: String, minor: Int64) throws {
        #expect(try parsed(text) == minor)
    }

    @Test(arguments: [
        ("fi", "12,40 euroa", 1_240), ("fi", "12.40", 1_240), ("fi", "1 234,50", 123_450),
        ("fi", "1.234,50", 123_450),
        ("ar", "١٢٫٤٠", 1_240), ("ar-EG", "١٬٢٣٤٫٥٠ €", 123_450), ("ar", "١٢،٤٠", 1_240),
        ("ar", "۱۲٫۴۰", 1_240),
        ("ar", "١٢.٤٠ يورو", 1_240), ("ja", "12.40ユーロ", 1_240), ("de", "1.234", 123_400),
        ("de-CH", "1’234.50", 123_450),
    ])
    func `reads it in the languages of the product and others`(locale: String, text: String, minor: Int64)
        throws
    {
        #expect(try parsed(text, in: locale) == minor)
    }

    @Test(arguments: [
        ("ja", "1,200円", "JPY", 1_200), ("ja", "￥1,200", "JPY", 1_200), ("ja", "１２００", "JPY", 1_200),
        ("en-GB", "1.234", "KWD", 1_234), ("en-GB", "1,234", "KWD", 1_234_000), ("fi", "1,234", "KWD", 1_234),
        ("ar-KW", "د.ك. ١٫٢٥٠", "KWD", 1_250), ("en-IN", "₹1,23,456.50", "INR", 12_345_650),
        ("en-US", "$5", "USD", 500), ("en-CA", "$5", "CAD", 500),
    ])
    func `reads amounts of other currencies`(locale: String, text: String, code: String, minor: Int64) throws
    {
        #expect(try parsed(text, code, in: locale) == minor)
    }

    @Test(arguments: [
        ("", "EUR", "fi", MoneyInputFault.empty), (" \u{200F}", "EUR", "fi", .empty),
        ("ilmainen", "EUR", "fi", .notAnAmount), ("12,", "EUR", "fi", .notAnAmount),
        (",50", "EUR", "fi", .notAnAmount),
        ("1..5", "EUR", "fi", .notAnAmount), ("12 40", "EUR", "fi", .notAnAmount),
        ("1,23,4", "EUR", "fi", .notAnAmount),
        ("--5", "EUR", "fi", .notAnAmount), ("5-", "EUR", "fi", .notAnAmount),
        ("5 + 3", "EUR", "fi", .notAnAmount),
        ("12,40 kpl", "EUR", "fi", .notAnAmount), ("=SUM(1)", "EUR", "fi", .notAnAmount),
        ("1e5", "EUR", "fi", .notAnAmount), ("½", "EUR", "fi", .notAnAmount),
        ("1٫5٫5", "EUR", "ar", .notAnAmount),
        ("9,5", "JPY", "ja", .tooManyDecimals(.jpy)), ("9.50", "JPY", "ja", .tooManyDecimals(.jpy)),
        ("9,505", "EUR", "fi", .tooManyDecimals(.eur)), ("9.505", "EUR", "en-GB", .tooManyDecimals(.eur)),
        ("1.2345", "KWD", "en-GB", .tooManyDecimals(.kwd)), ("1.234", "EUR", "fi", .ambiguous),
        ("1'234'567.891", "EUR", "en-GB", .tooManyDecimals(.eur)),
        ("$5", "EUR", "fi", .otherCurrency("$", expected: .eur)),
        ("5 USD", "EUR", "fi", .otherCurrency("USD", expected: .eur)),
        ("¥5", "EUR", "fi", .otherCurrency("¥", expected: .eur)),
        ("10000000000000.01", "EUR", "fi", .tooLarge), ("99999999999999999999999999", "EUR", "fi", .tooLarge),
    ])
    func `everything else is a fault, and nothing is rounded`(
        text: String, code: String, locale: String, fault: MoneyInputFault
    ) {
        #expect(throws: fault) { try parsed(text, code, in: locale) }
        #expect(!fault.description.isEmpty)
    }

    @Test(arguments: ["en-GB", "en-US", "fi", "ja", "ar", "ar-EG", "de", "de-CH", "fr", "sv", "hi", "fa"])
    func `reads every amount that the language writes`(tag: String) throws {
        let locale = Locale(identifier: tag)
        for code in ["EUR", "JPY", "KWD", "USD", "CHF", "SEK", "INR", "BRL"] {
            let currency = try #require(Currency(code))
            for minor in [0, 5, 99, 100, 1_234, 999_999, 123_456_789, -1_250] as [Int64] {
                let text = Money(minor, currency).text(in: locale)
                #expect(try Money(parsing: text, in: currency, locale: locale).minor == minor, "\(text)")
            }
        }
    }
}
