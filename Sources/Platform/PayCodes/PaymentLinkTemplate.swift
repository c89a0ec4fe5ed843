package import Money

/// A link of the operator's choice, with `{amount}`, `{reference}` and `{value}` in its path or its query.
///
/// The host is the operator's: what people store is only ever a percent-encoded value.
package struct PaymentLinkTemplate: Hashable, Sendable {
    package enum Fault: Error, Hashable, Sendable {
        /// The link does not begin with `https://`, a host and a slash.
        case notHTTPS
        /// A placeholder is unknown, not closed, or in the host.
        case placeholder
        case unknownCurrency(String)
    }

    package let label: String
    package let currencies: Set<Currency>
    private let template: String

    /// - Parameter currencies: The codes of the currencies that the link is for.
    package init(label: String, currencies: [String], template: String) throws(Fault) {
        let scheme = "https://"
        guard template.hasPrefix(scheme), template.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .notHTTPS
        }
        let rest = template.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
            rest[..<slash].utf8.allSatisfy({ $0.isAlphanumeric || ".-:".utf8.contains($0) })
        else { throw rest.prefix(while: { $0 != "/" }).contains("{") ? .placeholder : .notHTTPS }
        var open = template.replacing("{amount}", with: "").replacing("{reference}", with: "")
        open = open.replacing("{value}", with: "")
        guard !open.contains(where: { "{}".contains($0) }) else { throw .placeholder }
        var known: Set<Currency> = []
        for code in currencies {
            guard let currency = Currency(code) else { throw .unknownCurrency(code) }
            known.insert(currency)
        }
        self.label = label
        self.currencies = known
        self.template = template
    }

    /// Returns the link for a payment.
    ///
    /// - Parameter value: What the receiver has stored: a name or a number.
    package func url(for amount: Money, reference: String, value: String) throws(PayCodeFault) -> String {
        guard currencies.contains(amount.currency) else { throw .wrongCurrency }
        guard amount.minor > 0 else { throw .amountOutOfRange }
        // One pass, so that a stored value that looks like a placeholder stays as it is.
        let values = [
            "amount": amount.decimal, "reference": reference.percentEncoded, "value": value.percentEncoded,
        ]
        return template.replacing(/\{([a-z]+)\}/) { values[String($0.1)] ?? "" }
    }
}
