/// The parts of a mail address that the service accepts: ASCII only, without quoted local parts and address literals.
///
/// - Source: RFC 5321 §2.3.5, §4.1.2 and §4.5.3.1; RFC 5322 §3.2.3; RFC 1035 §2.3.4.
package enum MailAddressSyntax {
    /// The maximum length of an address in bytes.
    package static let addressBytes = 254

    /// Returns whether `text` can stand before the @: words of `atext`, separated by dots.
    ///
    /// - Parameter longest: The maximum length in bytes, at least 1.
    package static func isLocalPart(_ text: Substring, longest: Int = 64) -> Bool {
        !text.isEmpty && text.utf8.count <= longest
            && text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    /// Returns whether `text` is a domain: labels of letters, digits and hyphens, separated by dots.
    ///
    /// - Parameter minimumLabels: 2 for domains that are valid beyond this machine.
    package static func isDomain(_ text: Substring, minimumLabels: Int = 1) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...253).contains(text.utf8.count) && labels.count >= minimumLabels
            && labels.allSatisfy { label in
                (1...63).contains(label.count)
                    && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isAtomText(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
