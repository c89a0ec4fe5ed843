package import Money

/// A name of PayPal.Me, and its links with an amount.
///
/// - Source: PayPal, *PayPal.Me* help pages and *Currency codes*: HUF, JPY and TWD have no decimals there.
package struct PayPalName: Hashable, Sendable {
    package let text: String

    /// Reads a name, or the address of its page.
    package init(parsing typed: String) throws(PayCodeFault) {
        var name = typed[...]
        for prefix in ["https://", "http://", "www.", "paypal.me/", "paypal.com/paypalme/", "@"]
        where name.lowercased().hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
        if name.hasSuffix("/") { name.removeLast() }
        guard (1...20).contains(name.utf8.count), name.utf8.allSatisfy(\.isAlphanumeric) else {
            throw .invalid(.name)
        }
        text = String(name)
    }

    /// Returns the link that asks for an amount.
    package func url(for amount: Money) throws(PayCodeFault) -> String {
        guard Self.currencies.contains(amount.currency.code) else { throw .wrongCurrency }
        guard amount.minor > 0 else { throw .amountOutOfRange }
        var decimal = amount.decimal
        if Self.withoutDecimals.contains(amount.currency.code), amount.currency.exponent > 0 {
            guard decimal.hasSuffix(".00") else { throw .amountOutOfRange }
            decimal.removeLast(3)
        }
        return "https://paypal.me/\(text)/\(decimal)\(amount.currency.code)"
    }

    private static let currencies: Set<String> = [
        "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY", "MXN",
        "MYR", "NOK",
        "NZD", "PHP", "PLN", "SEK", "SGD", "THB", "TWD", "USD",
    ]
    private static let withoutDecimals: Set<String> = ["HUF", "JPY", "TWD"]
}
