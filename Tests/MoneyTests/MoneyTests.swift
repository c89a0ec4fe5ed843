import Foundation
import Testing

@testable import Money

/// Currencies of the tests.
extension Currency {
    static let eur = Currency("EUR")!
    static let jpy = Currency("JPY")!
    static let kwd = Currency("KWD")!
    static let chf = Currency("CHF")!
}

struct MoneyTests {
    @Test func `amounts are added and multiplied exactly`() throws {
        let price = Money(1_240, .eur)

        #expect(try price.adding(Money(-2_000, .eur)) == Money(-760, .eur))
        #expect(try price.subtracting(Money(2_000, .eur)) == Money(-760, .eur))
        #expect(try price.multiplied(by: 3) == Money(3_720, .eur))
    }

    @Test func `a result beyond 64 bits is a fault, as is a sum of two currencies`() {
        let most = Money(.max, .eur)

        #expect(throws: MoneyFault.overflow) { try most.adding(Money(1, .eur)) }
        #expect(throws: MoneyFault.overflow) { try Money(.min, .eur).subtracting(Money(1, .eur)) }
        #expect(throws: MoneyFault.overflow) { try most.multiplied(by: 2) }
        #expect(throws: MoneyFault.overflow) { try most.rounded(toCash: 10) }
        #expect(throws: MoneyFault.differentCurrencies(.eur, .jpy)) {
            try Money(1, .eur).adding(Money(1, .jpy))
        }
    }

    @Test(
        arguments: [
            (1_242, 5, 1_240), (1_243, 5, 1_245), (1_250, 100, 1_300), (1_249, 100, 1_200),
            (-1_250, 100, -1_300),
            (-1_242, 5, -1_240), (25, 50, 50), (24, 50, 0), (7, 1, 7), (0, 5, 0),
        ] as [(Int64, Int64, Int64)])
    func `cash is rounded to the nearest coin, halves away from zero`(
        minor: Int64, step: Int64, rounded: Int64
    ) throws {
        #expect(try Money(minor, .chf).rounded(toCash: step) == Money(rounded, .chf))
    }

    @Test(arguments: [0, -5] as [Int64]) func `a coin is worth something`(step: Int64) {
        #expect(throws: MoneyFault.invalidWeights) { try Money(1, .chf).rounded(toCash: step) }
    }

    @Test(
        arguments: [
            (255_000, 1_000, 255), (255_000, 2, 1), (250_000, 2, 1), (249_999, 2, 0), (250_000, -2, -1),
            (0, 900, 0),
            (1_000_000, -900, -900), (1, 500_000, 1), (1, 499_999, 0), (1_000_000, .min, .min),
            (500_000, .max, 1 << 62),
        ] as [(Int64, Int64, Int64)])
    func `a percentage is rounded once, halves away from zero`(ppm: Int64, amount: Int64, part: Int64) throws
    {
        let percentage = try #require(Percentage(partsPerMillion: ppm))

        #expect(percentage.of(amount) == part)
    }

    @Test(
        arguments: [
            (255_000, 1_255, 255), (190_000, 1_190, 190), (140_000, 1_000, 123), (0, 1_000, 0),
            (1_000_000, 3, 2),
        ] as [(Int64, Int64, Int64)])
    func `a tax within a price is its part of the price`(ppm: Int64, gross: Int64, tax: Int64) throws {
        let percentage = try #require(Percentage(partsPerMillion: ppm))

        #expect(percentage.included(in: gross) == tax)
    }

    @Test(
        arguments: [
            ("12.5", 125_000, "12.5"), ("12,50 %", 125_000, "12.5"), ("0", 0, "0"), ("100", 1_000_000, "100"),
            ("\u{0661}\u{0662}\u{066B}\u{0665}\u{066A}", 125_000, "12.5"), ("0.0001", 1, "0.0001"),
            ("100.0001", nil, ""), ("0.00001", nil, ""), ("-1", nil, ""), ("1,000.5", nil, ""),
            (".5", nil, ""),
            ("5.", nil, ""), ("", nil, ""), ("%", nil, ""), ("ten", nil, ""),
            ("9999999999999999999", nil, ""),
        ] as [(String, Int64?, String)])
    func `a percentage is read exactly or not at all, and written without superfluous zeros`(
        text: String, ppm: Int64?, decimal: String
    ) {
        let percentage = Percentage(parsing: text)

        #expect(percentage?.partsPerMillion == ppm)
        #expect(percentage.map(\.decimal) ?? "" == decimal)
    }

    @Test(arguments: [-1, 1_000_001] as [Int64]) func `a percentage is 0 to 100`(ppm: Int64) {
        #expect(Percentage(partsPerMillion: ppm) == nil)
    }
}
