/// A calculation with amounts that has no result.
public enum MoneyFault: Error, Hashable, Sendable {
    case differentCurrencies(Currency, Currency)
    /// The result, or a sum on the way to it, exceeds 64 bits.
    case overflow
    /// A weight is negative, or an amount has no weights.
    case invalidWeights
}

extension MoneyFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .differentCurrencies(let one, let other): "cannot combine \(one.code) and \(other.code)"
        case .overflow: "the amount is too large"
        case .invalidWeights: "weights must not be negative, and an amount needs at least one"
        }
    }
}
