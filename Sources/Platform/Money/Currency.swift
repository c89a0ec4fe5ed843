/// A currency of ISO 4217 that people can pay with.
public struct Currency: Hashable, Sendable {
    /// The code of three capital letters: `EUR`.
    public let code: String
    /// The number of decimals of an amount: 0 for JPY, 3 for KWD, 2 for most.
    public let exponent: Int

    /// The number of minor units in a major one: 100 cents.
    public var minorUnits: Int64 { (0..<exponent).reduce(1) { units, _ in units * 10 } }

    /// Looks up a currency.
    ///
    /// - Parameter code: In capital letters, as ISO 4217 has it.
    /// - Returns: `nil` for unknown and withdrawn currencies, and for metals and funds.
    public init?(_ code: String) {
        guard let exponent = Self.exponents[code] else { return nil }
        self.code = code
        self.exponent = exponent
    }

    /// The codes of all currencies, sorted.
    public static var codes: [String] { exponents.keys.sorted() }

    private static let exponents: [String: Int] = {
        var exponents: [String: Int] = [:]
        for (exponent, codes) in CurrencyTable.codes {
            for code in codes.split(whereSeparator: \.isWhitespace) { exponents[String(code)] = exponent }
        }
        return exponents
    }()
}
