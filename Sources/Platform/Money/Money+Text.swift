public import Foundation

extension Money {
    /// Formats the amount as the locale writes it: its digits, separators, currency symbol and sign, always with the
    /// currency's own number of decimals.
    ///
    /// - Source: Unicode CLDR, by Foundation. Its numbers of decimals differ from those of ISO 4217 and are not used.
    public func text(in locale: Locale) -> String {
        let value = Decimal(
            sign: minor < 0 ? .minus : .plus, exponent: -currency.exponent,
            significand: Decimal(minor.magnitude))
        return value.formatted(
            .currency(code: currency.code).precision(.fractionLength(currency.exponent)).locale(locale))
    }

    /// The amount for machines: digits, a full stop if the currency has decimals, and a hyphen if negative, such as
    /// `-1234.50`.
    public var decimal: String {
        let digits = String(minor.magnitude)
        let padded = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count)) + digits
        let whole = padded.dropLast(currency.exponent)
        return (minor < 0 ? "-" : "") + whole
            + (currency.exponent > 0 ? "." + padded.suffix(currency.exponent) : "")
    }
}
