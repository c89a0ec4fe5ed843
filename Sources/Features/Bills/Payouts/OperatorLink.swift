import Foundation
import Money
import NoonishAPI
import PayCodes

/// A link of the operator's choice with which people pay each other.
package struct OperatorLink: Hashable, Sendable {
    package let id: String
    let template: PaymentLinkTemplate
    private let host: String

    /// Returns `nil` unless the URL has a host after https://, with only the placeholders of ``PaymentLinkTemplate`` behind
    /// it, and all currencies are known.
    package init?(id: String, label: String, currencies: [String], url: String) {
        guard let template = try? PaymentLinkTemplate(label: label, currencies: currencies, template: url)
        else { return nil }
        self.id = id
        self.template = template
        host = String(url.dropFirst("https://".count).prefix { $0 != "/" })
    }

    /// What the operator reads: "MobilePay (DKK, EUR) at pay.example".
    package var summary: String { "\(template.label) (\(currencies.joined(separator: ", "))) at \(host)" }

    var wire: PaymentLink { PaymentLink(id: id, label: template.label, currencies: currencies) }

    private var currencies: [String] { template.currencies.map(\.code).sorted() }
}
