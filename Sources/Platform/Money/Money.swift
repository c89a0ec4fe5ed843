import Initializers

/// An exact amount: a number of minor units of a currency, such as cents.
@MemberwiseInit(unlabeled: 2)
public struct Money: Hashable, Sendable {
    /// The largest amount, in minor units and of either sign, that is accepted as input: 10^15. Every sum and
    /// product of a bill then fits into 64 and 128 bits.
    public static let largestInput: Int64 = 1_000_000_000_000_000

    public let minor: Int64
    public let currency: Currency

    public func adding(_ other: Money) throws(MoneyFault) -> Money {
        try combined(with: other, Int64.addingReportingOverflow)
    }

    public func subtracting(_ other: Money) throws(MoneyFault) -> Money {
        try combined(with: other, Int64.subtractingReportingOverflow)
    }

    public func multiplied(by quantity: Int64) throws(MoneyFault) -> Money {
        Money(try minor.multiplied(by: quantity), currency)
    }

    /// Rounds to what can be paid in cash, such as 0.05 francs. Half a step is rounded away from zero.
    ///
    /// - Parameter step: The smallest coin in minor units, at least 1.
    public func rounded(toCash step: Int64) throws(MoneyFault) -> Money {
        Money(try minor.rounded(toMultipleOf: step), currency)
    }

    private func combined(
        with other: Money, _ operation: (Int64) -> (Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(MoneyFault) -> Money {
        guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
        let (result, overflow) = operation(minor)(other.minor)
        guard !overflow else { throw .overflow }
        return Money(result, currency)
    }
}
