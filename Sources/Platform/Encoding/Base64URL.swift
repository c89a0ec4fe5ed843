import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// Decodes a text.
    ///
    /// - Parameter allowsPadding: Whether `=` at the end is accepted; some browser libraries add it.
    /// - Returns: `nil` if the text is not base64url.
    package static func decode(_ text: some StringProtocol, allowsPadding: Bool = false) -> [UInt8]? {
        let digits = text.prefix { $0 != "=" }
        let rest = text.dropFirst(digits.count)
        guard allowsPadding ? rest.allSatisfy({ $0 == "=" }) : rest.isEmpty,
            digits.utf8.allSatisfy(isDigit)
        else { return nil }
        let standard = String(digits).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map(Array.init)
    }

    package static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
