package import Foundation
package import HTTPKit
package import Money

/// Amounts, percentages and currencies in requests. Every room reads them here, so that they have one form and one set
/// of problems.
extension ValueParser where Value == Int64 {
    /// Parses an amount from 0 as people type it, such as `9.50`, in minor units.
    ///
    /// - Parameter locale: Decides what a single separator before three digits means.
    package static func amount(
        in currency: Currency, locale: Locale, most: Int64 = Money.largestInput
    ) -> ValueParser<Int64> {
        .custom(longest: AmountInput.longest) { (text) throws(Refusal) in
            try AmountInput.minor(text, in: currency, locale: locale, most: most)
        }
    }
}

extension ValueParser where Value == AmountInput {
    /// Parses an amount whose currency the body does not say.
    ///
    /// - Parameter name: The field's name in the body, without a leading slash.
    package static func amount(_ name: String) -> ValueParser<AmountInput> {
        .custom(longest: AmountInput.longest) { AmountInput(text: $0, pointer: "/\(name)") }
    }
}

extension ValueParser where Value == Currency {
    package static var currency: ValueParser<Currency> {
        .parsed("the code of a currency, such as EUR", code: "unknown_currency", longest: 10) { Currency($0) }
    }
}

extension ValueParser where Value == Percentage {
    package static var percentage: ValueParser<Percentage> {
        .parsed("a percentage from 0 to 100, such as 12.5", code: "malformed_percentage", longest: 20) {
            Percentage(parsing: $0)
        }
    }
}
