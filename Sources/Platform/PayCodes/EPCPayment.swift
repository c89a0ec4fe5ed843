package import Money

/// A credit transfer in euros as a QR code that banks' apps read, also called Girocode.
///
/// - Source: European Payments Council, EPC069-12 version 2.1, *Quick Response Code: Guidelines to Enable the Data Capture for
///   the Initiation of a SEPA Credit Transfer*; the characters are those of EPC217-08, *SEPA Requirements for an Extended
///   Character Set*, section 1.4.
package struct EPCPayment: Hashable, Sendable {
    /// The largest version of the QR code, with error correction level M.
    package static let largestVersion = 13
    static let mostBytes = 331
    private static let amounts: ClosedRange<Int64> = 1...99_999_999_999

    /// The text of the code.
    package let payload: String

    /// - Parameters:
    ///   - name: Of the account's owner. Folded, and cut to 70 characters.
    ///   - account: In the European Economic Area; for others the code needs a BIC.
    ///   - text: For the statement. Folded; at most 140 characters.
    package init(name: String, account: IBAN, amount: Money, text: String) throws(PayCodeFault) {
        guard amount.currency.code == "EUR" else { throw .wrongCurrency }
        guard Self.amounts.contains(amount.minor) else { throw .amountOutOfRange }
        guard Self.countries.contains(account.country) else { throw .invalid(.account) }
        let name = name.folded(to: Self.isAllowed).cut(to: 70)
        guard !name.isEmpty else { throw .invalid(.name) }
        let text = text.folded(to: Self.isAllowed)
        guard text.utf8.count <= 140 else { throw .tooLong(.text) }

        // Service tag, version, character set (UTF-8), identification, BIC, name, account, amount, purpose, structured
        // reference, text.
        let elements = [
            "BCD", "002", "1", "SCT", "", name, account.text, "EUR" + amount.decimal, "", "", text,
        ]
        payload = elements.joined(separator: "\n")
        guard payload.utf8.count <= Self.mostBytes else { throw .tooLong(.text) }
    }

    /// The countries of the European Economic Area, whose account numbers need no BIC in version 002.
    private static let countries: Set<String> = [
        "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT",
        "LI",
        "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
    ]

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (UInt8(scalar.value).isAlphanumeric || "/-?:().,'+ ".unicodeScalars.contains(scalar))
    }
}
