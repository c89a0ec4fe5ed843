internal import Foundation
internal import HTTPKit
internal import JSON
internal import JWTKit

/// Who a provider says somebody is, once it is known that the provider said so.
struct ProvenIdentity: Hashable, Sendable {
    let issuer: String
    let subject: String
    /// In lower case; nil if it named none that mail could go to.
    var address: String?
    /// Whether the provider says that it has verified the address.
    var isAddressVerified = false
    /// What to call them, fit for our table; nil if it did not say.
    var name: String?
    /// When they proved it there; nil = not said.
    var provenAt: Date?
    /// Their friends' subjects at the same provider, who use us too.
    var friends: [String] = []

    init(issuer: String, subject: String) {
        self.issuer = issuer
        self.subject = subject
    }

    init(_ token: IDToken) {
        self.init(issuer: token.iss, subject: token.sub)
        take(
            address: token.email, isVerified: token.isEmailVerified?.value ?? false,
            name: token.name ?? token.givenName)
        if let time = token.authenticatedAt, time.isFinite { provenAt = Date(timeIntervalSince1970: time) }
    }

    /// Takes what is not known yet.
    mutating func take(address: String?, isVerified: Bool, name: String?) {
        if self.address == nil, let address, let plain = try? ValueParser.ownedAddress.read(.string(address))
        {
            self.address = plain
            isAddressVerified = isVerified
        }
        if self.name == nil { self.name = name.flatMap(Self.fitting) }
    }

    /// A name from outside, without what a name of ours may not have, cut to its length; nil if nothing is left.
    private static func fitting(_ name: String) -> String? {
        let plain = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let cut = String(String.UnicodeScalarView(plain.prefix(AccountLimits.name.upperBound)))
        let trimmed = cut.trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty ? nil : trimmed
    }
}

/// What came back from a provider by way of the browser.
struct ProviderReturn: Sendable {
    let state: String
    let code: String?
    /// OAuth's word for why there is no code.
    let error: String?
    let issuer: String?
    /// The name that Apple sends along at the first consent, unsigned: as good as typed by the person.
    let name: String?

    /// Providers add parameters of their own, so this reads those it knows and leaves the rest.
    init?(_ parameters: ParameterReader) {
        var parameters = parameters
        guard let state = parameters.optional("state", .text(1...200)) else { return nil }
        self.state = state
        code = parameters.optional("code", .text(1...4_000))
        error = parameters.optional("error", .text(1...200))
        issuer = parameters.optional("iss", .text(1...2_000))
        name = parameters.optional("user", .text(1...2_000)).flatMap(Self.appleName)
    }

    /// `{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"…"}`
    private static func appleName(_ text: String) -> String? {
        guard case .object(let user)? = try? JSONValue(parsing: text), case .object(let name)? = user["name"]
        else { return nil }
        let parts = ["firstName", "lastName"].compactMap { part -> String? in
            if case .string(let text)? = name[part], !text.isEmpty { text } else { nil }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The same as a query, for the way on to our own page.
    static func query(_ parameters: ParameterReader) -> String {
        var parameters = parameters
        return formEncoded(
            ["state", "code", "error", "iss", "user"].compactMap { name in
                parameters.optional(name, .text(1...4_000)).map { (name, $0) }
            })
    }
}

/// `name=value&…` as forms and queries have it.
func formEncoded(_ pairs: [(String, String)]) -> String {
    func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unreservedInForms) ?? ""
    }
    return pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
}

extension CharacterSet {
    /// RFC 3986, section 2.3.
    fileprivate static let unreservedInForms = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
