import Initializers
import Money

/// What is assumed where a file says nothing.
@MemberwiseInit
package struct MenuImportDefaults: Hashable, Sendable {
    package var language: String?
    package var currency: String?
    package var pricesIncludeTax: Bool

    /// Returns the language and the currency of a file.
    ///
    /// - Parameters:
    ///   - language: What the file states.
    ///   - currency: What the file states.
    func resolved(
        language: String?, currency: String?
    ) throws(MenuFaults) -> (language: String, currency: Currency) {
        guard let currency = (currency ?? self.currency).flatMap(Currency.init) else {
            throw MenuFaults("", "unknown_currency", "State the currency of the prices, such as EUR.")
        }
        guard let language = [language, self.language].compactMap(\.self).first(where: \.isLanguageTag) else {
            throw MenuFaults(
                "", "malformed_language", "State the language of the names, such as fi or pt-BR.")
        }
        return (language, currency)
    }
}
