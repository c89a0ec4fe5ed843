internal import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
package enum Base64URL {
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }

    /// Decodes a text. Accepts padding, because some browser libraries add it.
    ///
    /// - Returns: `nil` if the text is not base64url.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.prefix { $0 != "=" }
        guard digits.utf8.allSatisfy(isDigit), text.dropFirst(digits.count).allSatisfy({ $0 == "=" }) else {
            return nil
        }
        let standard = String(digits).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map(Array.init)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
