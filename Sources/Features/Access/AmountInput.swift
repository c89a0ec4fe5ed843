package import Foundation
package import HTTPKit
package import Money
package import OpenAPI

/// An amount as entered. It is not parsed yet, because its currency is that of the object which the request edits.
package struct AmountInput: Hashable, Sendable {
    /// Unicode scalars of an amount with its currency.
    package static let longest = 40

    let text: String
    let pointer: String

    /// Returns the amount in minor units.
    ///
    /// - Throws: 422 at the pointer for anything but an amount from 0 to `most` with the currency's decimals.
    package func read(in currency: Currency, locale: Locale, most: Int64) throws(Problem) -> Int {
        do throws(Refusal) {
            return Int(try Self.minor(text, in: currency, locale: locale, most: most))
        } catch {
            throw .unprocessable(error.code, error.detail, pointer: pointer)
        }
    }

    static func minor(
        _ text: String, in currency: Currency, locale: Locale, most: Int64
    ) throws(Refusal) -> Int64 {
        let amount: Int64
        do throws(MoneyInputFault) {
            amount = try Money(parsing: text, in: currency, locale: locale).minor
        } catch {
            throw error.refusal
        }
        guard amount >= 0 else { throw .notAllowed("negative_amount", "An amount can’t be below zero.") }
        guard amount <= most else { throw MoneyInputFault.tooLarge.refusal }
        return amount
    }
}

extension MoneyInputFault {
    fileprivate var refusal: Refusal {
        switch self {
        case .empty, .notAnAmount, .ambiguous:
            .notAllowed("malformed_amount", "Enter an amount such as 9.50.")
        case .otherCurrency(_, let expected):
            .notAllowed("another_currency", "Enter the amount in \(expected.code).")
        case .tooManyDecimals(let currency):
            .notAllowed(
                "too_many_decimals",
                "An amount in \(currency.code) has \(currency.exponent) decimals at most.")
        case .tooLarge: .notAllowed("amount_too_large", "The amount is too large.")
        }
    }
}

extension Schema {
    /// An amount of a request, as entered.
    package static let amountInput = Schema.named("AmountInput", .text(0...AmountInput.longest, "12.40"))
}

extension RouteProblem {
    /// The problems of a request with an amount.
    package static let amounts = RouteProblem.faults(
        "malformed_amount", "another_currency", "too_many_decimals", "negative_amount", "amount_too_large")
}
