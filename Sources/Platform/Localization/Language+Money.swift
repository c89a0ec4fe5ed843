package import Money

extension Language {
    /// Formats an amount in the reader's locale, for messages as a value of ``MessageValue/words(_:)``.
    package func amount(_ money: Money) -> String { money.text(in: locale) }
}
