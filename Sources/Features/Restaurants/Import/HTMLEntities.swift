/// Decodes HTML entities, which remain in names of data that went through a web page.
package enum HTMLEntities {
    /// Returns the text with common named and all numeric entities decoded, once: `&amp;lt;` becomes `&lt;`.
    package static func decoded(_ text: String) -> String {
        var decoded = ""
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            // The longest supported entity has nine characters.
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let letters = letters(String(rest[rest.index(after: rest.startIndex)..<end]))
            else {
                decoded += "&"
                rest = rest.dropFirst()
                continue
            }
            decoded += letters
            rest = rest[rest.index(after: end)...]
        }
        return decoded + rest
    }

    private static func letters(_ name: String) -> String? {
        if let known = named[name] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let code =
            digits.first == "x" || digits.first == "X"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "eacute": "é", "egrave": "è",
        "ecirc": "ê", "agrave": "à", "aacute": "á", "acirc": "â", "auml": "ä", "ouml": "ö", "uuml": "ü",
        "Auml": "Ä",
        "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "aring": "å", "Aring": "Å", "ccedil": "ç", "ntilde": "ñ",
        "oacute": "ó", "iacute": "í", "uacute": "ú", "oslash": "ø", "aelig": "æ", "euro": "€", "pound": "£",
    ]
}
