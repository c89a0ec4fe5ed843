import Money

/// Amounts as Stripe writes them. They are minor units of ISO 4217, with a few exceptions.
///
/// - Source: https://docs.stripe.com/currencies, “Zero-decimal currencies” and “Special cases”.
enum StripeAmount {
    /// Currencies whose decimals at Stripe are not those of the standard.
    private static let decimals = ["ISK": 2, "MGA": 0, "UGX": 2]
    /// The largest amount of a payment: eight digits.
    private static let largest = 99_999_999
    /// The smallest amount of a payment in most currencies; those with a larger one are refused by Stripe.
    private static let smallest = 50

    /// Returns whether Stripe may charge an amount.
    static func isChargeable(_ money: Money) -> Bool { units(money).map { $0 >= smallest } ?? false }

    /// Returns the largest amount, in minor units, that Stripe can pay back and is not more than this.
    static func payable(_ money: Money) -> Int {
        let currency = money.currency
        let difference = currency.exponent - (decimals[currency.code] ?? currency.exponent)
        let step = currency.exponent == 3 ? 10 : power(max(0, difference))
        return Int(money.minor - money.minor % step)
    }

    /// Returns an amount in Stripe's units; `nil` if Stripe has none for it.
    static func units(_ money: Money) -> Int? {
        let currency = money.currency
        // The last digit of three decimals must be zero.
        if currency.exponent == 3, money.minor % 10 != 0 { return nil }
        let difference = (decimals[currency.code] ?? currency.exponent) - currency.exponent
        let factor = power(abs(difference))
        guard difference >= 0 || money.minor % factor == 0 else { return nil }
        let (units, overflow) =
            difference >= 0
            ? money.minor.multipliedReportingOverflow(by: factor)
            : (partialValue: money.minor / factor, overflow: false)
        return !overflow && (0...Int64(largest)).contains(units) ? Int(units) : nil
    }

    /// Returns what an amount of Stripe's is in minor units of ISO 4217, rounded down.
    static func minor(_ units: Int, in currency: Currency) -> Int {
        let difference = (decimals[currency.code] ?? currency.exponent) - currency.exponent
        let factor = Int(power(abs(difference)))
        return difference >= 0 ? units / factor : units * factor
    }

    private static func power(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
