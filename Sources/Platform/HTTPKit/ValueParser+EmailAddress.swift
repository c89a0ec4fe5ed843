import Encoding
import Initializers
import JSON

extension ValueParser where Value == String {
    /// Parses an address of the form `dot-atom@domain`; returns it with the domain in lower case.
    ///
    /// Quoted local parts, address literals and non-ASCII characters are rejected: they are very rare in
    /// practice and have often been used to make mail go elsewhere than it appears to. Only sending mail can
    /// show whether the mailbox exists.
    ///
    /// - Source: RFC 5321, sections 4.1.2 (`Dot-string`, `sub-domain`) and 4.5.3.1 (64, 255 and 254 octets).
    package static var emailAddress: ValueParser<String> {
        ValueParser(.string) { (value: JSONValue) throws(Refusal) -> String in
            guard case .string(let text) = value else { throw .wrongType("text") }
            return try validAddress(text)
        }
    }
}

/// A mail address and the name that its sender gave to its owner.
@MemberwiseInit
package struct NamedAddress: Hashable, Sendable {
    package let address: String
    /// `nil` without a name.
    package let name: String?
}

extension ValueParser where Value == NamedAddress {
    /// Parses an address with or without a name, such as `"Lovelace, Ada" <ada@example.org>`.
    ///
    /// A name that contains an address is dropped: it is the address itself in most cases, and would make it
    /// public.
    ///
    /// - Parameter nameLength: Unicode scalars of the name.
    package static func namedAddress(nameLength: ClosedRange<Int>) -> ValueParser<NamedAddress> {
        let nameParser = ValueParser<String>.text(nameLength)
        return ValueParser(.string) { (value: JSONValue) throws(Refusal) -> NamedAddress in
            guard case .string(let text) = value else { throw .wrongType("text") }
            guard let mailbox = MailboxSyntax(text) else { throw notAnAddress }
            let address = try validAddress(mailbox.address)
            guard let name = mailbox.name, !name.contains("@") else {
                return NamedAddress(address: address, name: nil)
            }
            return NamedAddress(address: address, name: try nameParser.read(.string(name)))
        }
    }
}

private let notAnAddress = Refusal.notAllowed(
    "not_an_email_address", "Expected an e-mail address such as ada@example.org.")

private func validAddress(_ text: String) throws(Refusal) -> String {
    guard let address = normalizedAddress(text) else { throw notAnAddress }
    return address
}

/// Returns a valid address with its domain in lower case. The domain has two labels at least, so that it is valid
/// beyond this machine.
private func normalizedAddress(_ text: String) -> String? {
    guard text.utf8.count <= MailAddressSyntax.addressBytes, let at = text.lastIndex(of: "@") else {
        return nil
    }
    let local = text[..<at]
    let domain = text[text.index(after: at)...]
    guard MailAddressSyntax.isLocalPart(local), MailAddressSyntax.isDomain(domain, minimumLabels: 2) else {
        return nil
    }
    return "\(local)@\(domain.lowercased())"
}
