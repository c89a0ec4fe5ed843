public import Foundation

extension Money {
    /// Reads an amount as people type it: decimals after a comma or a full stop, digits of any script, thousands
    /// apart or not, and the currency's symbol, code or name on either side.
    ///
    /// The result is exact or a fault. A single separator before three digits is read as the locale reads it, and
    /// refused if the locale does not use it.
    ///
    /// - Parameter locale: Decides what a single separator means, and which names of the currency are known.
    public init(
        parsing text: String, in currency: Currency, locale: Locale
    ) throws(MoneyInputFault) {
        let characters = AmountCharacter.characters(of: text)
        guard characters.contains(where: { $0 != .space }) else { throw .empty }
        guard let first = characters.firstIndex(where: \.isDigit),
            let last = characters.lastIndex(where: \.isDigit)
        else { throw .notAnAmount }

        let names = CurrencyNames(currency, locale: locale)
        var isNegative = false
        for (position, around) in [characters[..<first], characters[(last + 1)...]].enumerated() {
            let signs = around.filter { $0 == .minus }.count
            guard signs == 0 || (position == 0 && signs == 1) else { throw .notAnAmount }
            if signs == 1 { isNegative = true }
            try names.check(AmountCharacter.text(around.filter { $0 != .minus }))
        }
        let number = try AmountNumber(
            characters[first...last], separators: AmountNumber.Separators(locale), exponent: currency.exponent
        )
        guard number.decimals.count <= currency.exponent else { throw .tooManyDecimals(currency) }
        let missing = repeatElement(UInt8(0), count: currency.exponent - number.decimals.count)
        var minor: Int64 = 0
        for digit in number.whole + number.decimals + missing {
            minor = minor * 10 + Int64(digit)
            guard minor <= Self.largestInput else { throw .tooLarge }
        }
        self.init(isNegative ? -minor : minor, currency)
    }
}
