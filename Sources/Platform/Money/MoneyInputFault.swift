/// Why typed text is not an amount of a currency.
public enum MoneyInputFault: Error, Hashable, Sendable {
    case empty
    case notAnAmount
    /// The text names another currency.
    case otherCurrency(String, expected: Currency)
    /// There are more decimals than the currency has. Amounts are never rounded.
    case tooManyDecimals(Currency)
    /// The separator in `1.234` may be that of thousands or that of decimals.
    case ambiguous
    case tooLarge
}

extension MoneyInputFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "enter an amount"
        case .notAnAmount: "enter an amount in digits"
        case .otherCurrency(let other, let expected):
            "enter an amount in \(expected.code) instead of \(other)"
        case .tooManyDecimals(let currency):
            currency.exponent == 0
                ? "\(currency.code) has no decimals"
                : "\(currency.code) has at most \(currency.exponent) decimals"
        case .ambiguous: "enter the amount without a separator of thousands"
        case .tooLarge: "the amount is too large"
        }
    }
}
