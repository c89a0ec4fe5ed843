package import Money

/// How a person wants to be paid, as they stored it.
package enum PayoutMethod: Hashable, Sendable {
    case account(IBAN, name: String, address: PostalAddress?)
    case upi(UPIAddress, name: String)
    case pix(PixKey, name: String, city: String)
    case payPal(PayPalName)
    case link(PaymentLinkTemplate, value: String)
    /// A number or a name that the payer types into an app, under the app's name.
    case other(label: String, value: String)
}

/// One way to make a payment: fields to copy, and if the payer's bank understands them, a link or a code.
package struct PaymentOption: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case epc, swiss, account, upi, pix, payPal, link, other
    }

    /// A value to copy.
    package struct Field: Hashable, Sendable {
        package enum Label: String, Hashable, Sendable {
            case name, account, address, key, value, amount, reference, code
        }

        package let label: Label
        package let text: String
    }

    package let kind: Kind
    /// The name of an operator's link or of another app.
    package let label: String?
    package let url: String?
    /// The text of a QR code with error correction level M.
    package let qrCode: String?
    package let fields: [Field]
}

extension PayoutMethod {
    /// Returns the way to pay an amount; `nil` if the method has another currency.
    ///
    /// An account without a code that fits, and every method whose code cannot be written, has fields to copy.
    package func option(for amount: Money, reference: PaymentReference) -> PaymentOption? {
        let shared: [PaymentOption.Field] = [
            .init(label: .amount, text: "\(amount.decimal) \(amount.currency.code)"),
            .init(label: .reference, text: reference.text),
        ]
        switch self {
        case .account(let account, let name, let address):
            return accountOption(account, name, address, amount, reference, shared)
        case .upi(let address, let name):
            guard amount.currency.code == "INR" else { return nil }
            let url = try? UPIPayment(name: name, address: address, amount: amount, text: reference.text).url
            return PaymentOption(
                kind: .upi, label: nil, url: url, qrCode: url,
                fields: [.init(label: .name, text: name), .init(label: .address, text: address.text)] + shared
            )
        case .pix(let key, let name, let city):
            guard amount.currency.code == "BRL" else { return nil }
            let code = try? PixPayment(
                key: key, name: name, city: city, amount: amount, reference: reference.code
            ).payload
            return PaymentOption(
                kind: .pix, label: nil, url: nil, qrCode: code,
                fields: [.init(label: .name, text: name), .init(label: .key, text: key.text)] + shared
                    + (code.map { [.init(label: .code, text: $0)] } ?? []))
        case .payPal(let name):
            guard let url = try? name.url(for: amount) else { return nil }
            return PaymentOption(
                kind: .payPal, label: nil, url: url, qrCode: url,
                fields: [.init(label: .name, text: name.text)] + shared)
        case .link(let template, let value):
            guard let url = try? template.url(for: amount, reference: reference.text, value: value) else {
                return nil
            }
            return PaymentOption(
                kind: .link, label: template.label, url: url, qrCode: url,
                fields: [.init(label: .value, text: value)] + shared)
        case .other(let label, let value):
            return PaymentOption(
                kind: .other, label: label, url: nil, qrCode: nil,
                fields: [.init(label: .value, text: value)] + shared)
        }
    }

    private func accountOption(
        _ account: IBAN, _ name: String, _ address: PostalAddress?, _ amount: Money,
        _ reference: PaymentReference,
        _ shared: [PaymentOption.Field]
    ) -> PaymentOption {
        var kind = PaymentOption.Kind.account
        var code: String?
        if let address {
            code =
                try? SwissPayment(
                    name: name, address: address, account: account, amount: amount, text: reference.text
                ).payload
            if code != nil { kind = .swiss }
        }
        if code == nil {
            code = try? EPCPayment(name: name, account: account, amount: amount, text: reference.text).payload
            if code != nil { kind = .epc }
        }
        return PaymentOption(
            kind: kind, label: nil, url: nil, qrCode: code,
            fields: [.init(label: .name, text: name), .init(label: .account, text: account.grouped)] + shared)
    }
}
