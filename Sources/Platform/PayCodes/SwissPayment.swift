import Initializers
package import Money

/// A structured address of a creditor.
@MemberwiseInit
package struct PostalAddress: Hashable, Sendable {
    package var street: String = ""
    package var houseNumber: String = ""
    package var postcode: String
    package var town: String
    /// Two capital letters of ISO 3166-1.
    package var country: String
}

/// A credit transfer to a Swiss or Liechtenstein account as a Swiss QR code.
///
/// - Source: SIX, *Swiss Implementation Guidelines for the QR-bill* 2.3, sections 4.1 (characters) and 4.2 (elements).
package struct SwissPayment: Hashable, Sendable {
    static let mostCharacters = 997
    private static let amounts: ClosedRange<Int64> = 1...99_999_999_999

    /// The text of the code. It is drawn with the Swiss cross and error correction level M.
    package let payload: String

    /// - Parameters:
    ///   - name: Of the account's owner, cut to 70 characters.
    ///   - account: Of CH or LI, and no QR-IBAN, which needs a reference of its bank.
    ///   - amount: In francs or euros.
    ///   - text: For the statement; at most 140 characters.
    package init(
        name: String, address: PostalAddress, account: IBAN, amount: Money, text: String
    ) throws(PayCodeFault) {
        guard ["CHF", "EUR"].contains(amount.currency.code) else { throw .wrongCurrency }
        guard Self.amounts.contains(amount.minor) else { throw .amountOutOfRange }
        guard ["CH", "LI"].contains(account.country), !Self.isQRIBAN(account) else {
            throw .invalid(.account)
        }
        guard address.country.utf8.count == 2, address.country.utf8.allSatisfy(\.isCapital) else {
            throw .invalid(.country)
        }
        let name = name.folded(to: Self.isAllowed).cut(to: 70)
        guard !name.isEmpty else { throw .invalid(.name) }
        let creditor = [
            "S", name, try Self.element(address.street, 70, .street),
            try Self.element(address.houseNumber, 16, .houseNumber),
            try Self.element(address.postcode, 16, .postcode, isRequired: true),
            try Self.element(address.town, 35, .town, isRequired: true), address.country,
        ]
        let noParty = [String](repeating: "", count: 7)
        payload =
            (["SPC", "0200", "1", account.text] + creditor + noParty + [amount.decimal, amount.currency.code]
            + noParty + ["NON", "", try Self.element(text, 140, .text), "EPD"]).joined(separator: "\r\n")
        guard payload.unicodeScalars.count <= Self.mostCharacters else { throw .tooLong(.text) }
    }

    private static func element(
        _ text: String, _ length: Int, _ member: PayCodeFault.Member, isRequired: Bool = false
    ) throws(PayCodeFault) -> String {
        let folded = text.folded(to: isAllowed)
        guard !isRequired || !folded.isEmpty else { throw .invalid(member) }
        guard folded.unicodeScalars.count <= length else { throw .tooLong(member) }
        return folded
    }

    /// Returns whether the bank's number is one of those reserved for payments with a reference: 30000 to 31999.
    private static func isQRIBAN(_ account: IBAN) -> Bool {
        let bank = account.text.dropFirst(4).prefix(5)
        return bank.hasPrefix("30") || bank.hasPrefix("31")
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x218...0x21B, 0x20AC: true
        default: false
        }
    }
}
