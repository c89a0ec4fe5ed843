import Bills

extension Settings.Payments {
    /// The links that `payments.links` names, each from its settings below `payments.link.NAME`.
    struct LinkSettings: Sendable {
        let all: [OperatorLink]

        init(_ reader: inout SettingsReader) {
            all = reader.read("payments.links", .names).split(separator: " ")
                .compactMap { reader.paymentLink(String($0)) }
        }
    }
}

extension SettingsReader {
    fileprivate mutating func paymentLink(_ name: String) -> OperatorLink? {
        let place = "payments.link.\(name)"
        let label = read("\(place).label", .nonEmpty, otherwise: name)
        let currencies = read("\(place).currencies", .currencies)
        let url = read("\(place).url", .paymentURL)
        return OperatorLink(id: name, label: label, currencies: currencies, url: url)
    }
}

extension SettingKind where Value == String {
    fileprivate static var paymentURL: Self {
        .text("https://HOST/… with {amount}, {reference} and {value} behind the host") { text in
            OperatorLink(id: "", label: "", currencies: [], url: text) != nil
        }
    }
}

extension SettingKind where Value == [String] {
    fileprivate static var currencies: Self {
        SettingKind(allowed: "codes of ISO 4217 with spaces between", placeholder: []) { text in
            let codes = text.split(separator: " ").map(String.init)
            let isKnown = OperatorLink(id: "", label: "", currencies: codes, url: "https://localhost/") != nil
            return isKnown && !codes.isEmpty ? codes : nil
        }
    }
}
