package import Money

/// A payment by Pix as the text of a static BR Code, which people also paste into their bank's app.
///
/// - Source: Banco Central do Brasil, *Manual de Padrões para Iniciação do Pix*, section 2; EMVCo, *QR Code Specification for Payment
///   Systems: Merchant-Presented Mode* 1.1.
package struct PixPayment: Hashable, Sendable {
    package let payload: String

    /// - Parameters:
    ///   - name: Of the receiver. Folded to ASCII, and cut to 25 characters.
    ///   - city: Of the receiver. Folded to ASCII, and cut to 15 characters.
    ///   - amount: `nil` lets the payer enter it.
    ///   - reference: 1 to 25 letters and digits, `***` for none.
    package init(
        key: PixKey, name: String, city: String, amount: Money?, reference: String
    ) throws(PayCodeFault) {
        if let amount {
            guard amount.currency.code == "BRL" else { throw .wrongCurrency }
            guard amount.minor > 0, amount.decimal.utf8.count <= 13 else { throw .amountOutOfRange }
        }
        let name = name.folded(to: Self.isAllowed).cut(to: 25)
        guard !name.isEmpty else { throw .invalid(.name) }
        let city = city.folded(to: Self.isAllowed).cut(to: 15)
        guard !city.isEmpty else { throw .invalid(.town) }
        guard reference == "***" || (!reference.isEmpty && reference.utf8.allSatisfy(\.isAlphanumeric)) else {
            throw .invalid(.reference)
        }
        guard reference.utf8.count <= 25 else { throw .tooLong(.reference) }

        let account = Self.field("00", "br.gov.bcb.pix") + Self.field("01", key.text)
        let code =
            Self.field("00", "01") + Self.field("26", account) + Self.field("52", "0000")
            + Self.field("53", "986")
            + (amount.map { Self.field("54", $0.decimal) } ?? "") + Self.field("58", "BR")
            + Self.field("59", name)
            + Self.field("60", city) + Self.field("62", Self.field("05", reference)) + "6304"
        let checksum = String(CRC16.checksum(code.utf8), radix: 16, uppercase: true)
        payload = code + String(repeating: "0", count: 4 - checksum.utf8.count) + checksum
    }

    /// A tag, the length of its value in two digits, and the value. No value here exceeds 99 characters: the longest
    /// key has 77, which is what field 26 leaves for it.
    private static func field(_ tag: String, _ value: String) -> String {
        let length = String(value.utf8.count)
        return tag + (length.utf8.count == 1 ? "0" : "") + length + value
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }
}
