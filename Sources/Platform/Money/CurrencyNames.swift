import Foundation

/// What a locale calls a currency: its code, its symbols and its names.
struct CurrencyNames {
    private let currency: Currency
    private let names: Set<String>

    init(_ currency: Currency, locale: Locale) {
        self.currency = currency
        typealias Presentation = CurrencyFormatStyleConfiguration.Presentation
        var names: Set<String> = [currency.code.lowercased()]
        for presentation in [Presentation.standard, .narrow, .fullName] {
            for amount in [Decimal(1), Decimal(2)] {
                let style = Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
                    .precision(.fractionLength(0)).presentation(presentation)
                let characters = AmountCharacter.characters(of: amount.formatted(style))
                names.insert(AmountCharacter.text(characters).lowercased())
            }
        }
        self.names = names
    }

    /// Checks the text on one side of a number.
    func check(_ text: String) throws(MoneyInputFault) {
        guard !text.isEmpty, !names.contains(text.lowercased()) else { return }
        let isCurrency =
            Currency(text.uppercased()) != nil
            || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
        throw isCurrency ? .otherCurrency(text, expected: currency) : .notAnAmount
    }
}
