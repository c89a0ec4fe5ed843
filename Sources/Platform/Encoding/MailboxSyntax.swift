/// A mail address with an optional name before it, as mail programs write it.
///
/// It only separates the two; ``MailAddressSyntax`` decides whether the address is valid.
///
/// - Source: RFC 5322 §3.4 (`name-addr`) and §3.2.4 (`quoted-string`).
package struct MailboxSyntax: Hashable, Sendable {
    package let address: String
    /// The name without quotes and escapes; `nil` if there is none.
    package let name: String?

    /// Separates `address`, `<address>`, `Name <address>` or `"Name" <address>`.
    ///
    /// - Returns: `nil` if an address in angle brackets does not end the text.
    package init?(_ text: String) {
        guard let open = text.lastIndex(of: "<") else {
            address = text
            name = nil
            return
        }
        guard text.last == ">" else { return nil }
        address = String(text[text.index(after: open)...].dropLast())
        let name = Self.unquoted(Self.trimmed(text[..<open]))
        self.name = name.isEmpty ? nil : name
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Returns the content of a quoted string, in which a backslash precedes a quote or a backslash; other text
    /// unchanged.
    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        var content = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                content.append(character)
                isEscaped = false
            }
        }
        return String(trimmed(content[...]))
    }
}
