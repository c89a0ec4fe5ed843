import Foundation

extension String {
    /// Returns the text with only the characters that a code can have.
    ///
    /// Other characters become Latin letters without marks where their script has a transliteration: `Müller` becomes
    /// `Muller`. Ideographs are left out, because their reading depends on the language. Whatever is left becomes a
    /// space, and runs of spaces become one.
    ///
    /// - Source: Unicode CLDR, transforms `Any-Latin` and `Latin-ASCII`, by Foundation.
    func folded(to isAllowed: (Unicode.Scalar) -> Bool) -> String {
        var folded = ""
        for scalar in precomposedStringWithCanonicalMapping.unicodeScalars {
            if isAllowed(scalar) {
                folded.unicodeScalars.append(scalar)
            } else if !scalar.properties.isIdeographic, !scalar.properties.isBidiControl {
                let latin = String(scalar).applyingTransform(.anyToASCII, reverse: false) ?? ""
                folded.unicodeScalars.append(
                    contentsOf: latin.unicodeScalars.map { isAllowed($0) ? $0 : " " })
            } else {
                folded.append(" ")
            }
        }
        return folded.split(separator: " ").joined(separator: " ")
    }

    /// Returns the first `length` characters, without a space at the end.
    func cut(to length: Int) -> String {
        var cut = String(unicodeScalars.prefix(length))
        while cut.last == " " { cut.removeLast() }
        return cut
    }

    /// Encodes the text as the value of a parameter of a URL: everything but unreserved characters.
    ///
    /// - Source: RFC 3986, section 2.3.
    var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            if byte.isAlphanumeric || "-._~".utf8.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}

extension StringTransform {
    fileprivate static let anyToASCII = StringTransform("Any-Latin; Latin-ASCII")
}
