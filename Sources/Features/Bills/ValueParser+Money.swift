import HTTPKit
import JSON
import Money
import NoonishAPI

extension ValueParser where Value == Int64 {
    /// Parses an amount such as `12.40`, in minor units. It is exact: an amount with more decimals than the currency has is
    /// refused.
    ///
    /// - Parameter currency: `nil` if the currency itself was refused, so that only the form counts.
    static func amount(in currency: Currency?) -> ValueParser<Int64> {
        .custom(longest: 40) { (text) throws(Refusal) in
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let isNegative = text.hasPrefix("-")
            let whole = parts[0].dropFirst(isNegative ? 1 : 0)
            let decimals = parts.count == 2 ? parts[1] : "0"
            guard !whole.isEmpty, !decimals.isEmpty,
                (whole + decimals).utf8.allSatisfy({ (48...57).contains($0) })
            else { throw .notAllowed("malformed_amount", "Expected an amount such as 12.40.") }
            guard !isNegative else {
                throw .notAllowed("negative_amount", "An amount cannot be below zero.")
            }
            let exponent = currency?.exponent ?? 4
            guard parts.count == 1 || decimals.count <= exponent else {
                throw .notAllowed(
                    "too_many_decimals", "\(currency?.code ?? "This currency") has \(exponent) decimals.")
            }
            let missing = parts.count == 1 ? exponent : exponent - decimals.count
            let digits =
                String(whole) + (parts.count == 1 ? "" : decimals) + String(repeating: "0", count: missing)
            guard let minor = Int64(digits), minor <= Money.largestInput else {
                throw .notAllowed("amount_too_large", "The amount is too large.")
            }
            return minor
        }
    }
}

extension ValueParser where Value == Currency {
    static var currency: ValueParser<Currency> {
        .parsed("a currency code of ISO 4217, such as EUR", code: "unknown_currency", longest: 10) {
            Currency($0)
        }
    }
}

extension ValueParser where Value == Percentage {
    /// Parses a percentage such as `12.5`, with at most four decimals.
    static var percentage: ValueParser<Percentage> {
        .parsed("a percentage from 0 to 100, such as 12.5", code: "malformed_percentage", longest: 10) {
            text in
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let decimals = parts.count == 2 ? parts[1] : "0"
            guard !parts[0].isEmpty, (1...4).contains(decimals.count),
                (parts[0] + decimals).utf8.allSatisfy({ (48...57).contains($0) })
            else { return nil }
            return Int64(String(parts[0]) + decimals + String(repeating: "0", count: 4 - decimals.count))
                .flatMap { Percentage(partsPerMillion: $0) }
        }
    }
}

extension Percentage {
    /// The percentage as text without superfluous zeros: `12.5`.
    var decimal: String {
        let (whole, rest) = partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return String(whole) }
        let digits = String(String(10_000 + rest).dropFirst())
        return "\(whole)."
            + digits.prefix(
                digits.lastIndex { $0 != "0" }.map { digits.distance(from: digits.startIndex, to: $0) + 1 }
                    ?? 0)
    }
}
