package import Money

/// An address of the Unified Payments Interface: `leila@okbank`.
///
/// - Source: NPCI, *UPI Linking Specifications* 1.6; *Unified Payments Interface: API and Technology Specifications* 1.2.1.
package struct UPIAddress: Hashable, Sendable {
    package let text: String

    package init(parsing typed: String) throws(PayCodeFault) {
        let parts = typed.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...190).contains(parts[0].utf8.count),
            (2...64).contains(parts[1].utf8.count),
            parts[0].utf8.allSatisfy({ $0.isAlphanumeric || ".-_".utf8.contains($0) }),
            parts[1].utf8.allSatisfy({ $0.isAlphanumeric || ".-".utf8.contains($0) }),
            parts[1].utf8.first?.isDigit == false
        else { throw .invalid(.address) }
        text = typed
    }
}

/// A payment between people by the Unified Payments Interface: a link, which is also the text of its QR code.
///
/// - Source: NPCI, *UPI Linking Specifications* 1.6, section 1.2.
package struct UPIPayment: Hashable, Sendable {
    static let longestNote = 50

    package let url: String

    /// - Parameter text: The note of the transaction, at most 50 characters.
    package init(name: String, address: UPIAddress, amount: Money, text: String) throws(PayCodeFault) {
        guard amount.currency.code == "INR" else { throw .wrongCurrency }
        guard amount.minor > 0 else { throw .amountOutOfRange }
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ").cut(to: 99)
        guard !name.isEmpty else { throw .invalid(.name) }
        guard text.count <= Self.longestNote else { throw .tooLong(.text) }
        // The example of the specification has the address as it is.
        url =
            "upi://pay?pa=\(address.text)&pn=\(name.percentEncoded)&am=\(amount.decimal)&cu=INR&tn=\(text.percentEncoded)"
    }
}
