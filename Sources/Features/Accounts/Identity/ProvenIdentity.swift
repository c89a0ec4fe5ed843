import Foundation
import HTTPKit
import JSON
import JWTKit

/// An identity whose claims are known to come from the provider.
struct ProvenIdentity: Hashable, Sendable {
    let issuer: String
    let subject: String
    /// In lower case; `nil` if the provider named no valid address.
    var address: String?
    /// Whether the provider claims to have verified the address.
    var isAddressVerified = false
    /// The person's name, within the limits of our table; `nil` if the provider named none.
    var name: String?
    /// When the person authenticated at the provider; `nil` if it did not say.
    var provenAt: Date?
    /// Subjects of the person's friends at the same provider who use this app too.
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
        if let time = token.authenticatedAt, time.isFinite {
            let range = IdentityLimits.authenticationTime
            provenAt = Date(timeIntervalSince1970: min(max(time, range.lowerBound), range.upperBound))
        }
    }

    /// Fills in the address and the name if they are missing.
    mutating func take(address: String?, isVerified: Bool, name: String?) {
        if self.address == nil, let address, let plain = try? ValueParser.ownedAddress.read(.string(address))
        {
            self.address = plain
            isAddressVerified = isVerified
        }
        if self.name == nil { self.name = name.flatMap(Self.sanitizedName) }
    }

    /// Returns `name` without control characters and cut to our limit; `nil` if nothing visible is left.
    private static func sanitizedName(_ name: String) -> String? {
        let plain = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let cut = String(String.UnicodeScalarView(plain.prefix(AccountLimits.name.upperBound)))
        let trimmed = cut.trimmingCharacters(in: .whitespaces)
        return trimmed.isVisible ? trimmed : nil
    }
}

/// The parameters that a provider returns through the browser.
struct ProviderCallback: Sendable {
    let state: String
    let code: String?
    /// OAuth's error code, if there is no code.
    let error: String?
    let issuer: String?
    /// The unsigned name that Apple sends at the first consent. As trustworthy as a name that the person
    /// typed.
    let name: String?

    /// Reads the known parameters and ignores all others, since providers add their own.
    init?(_ parameters: ParameterReader) {
        var parameters = parameters
        guard let state = parameters.optional("state", .text(1...200)) else { return nil }
        self.state = state
        code = parameters.optional("code", .text(1...4_000))
        error = parameters.optional("error", .text(1...200))
        issuer = parameters.optional("iss", .text(1...2_000))
        name = parameters.optional("user", .text(1...2_000)).flatMap(Self.appleName)
    }

    /// Reads Apple's JSON: `{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"…"}`.
    private static func appleName(_ text: String) -> String? {
        guard case .object(let user)? = try? JSONValue(parsing: text), case .object(let name)? = user["name"]
        else { return nil }
        let parts = ["firstName", "lastName"].compactMap { part -> String? in
            if case .string(let text)? = name[part], !text.isEmpty { text } else { nil }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns the known parameters as a query, for the redirect to our own page.
    static func query(_ parameters: ParameterReader) -> String {
        var parameters = parameters
        return formEncoded(
            ["state", "code", "error", "iss", "user"].compactMap { name in
                parameters.optional(name, .text(1...4_000)).map { (name, $0) }
            })
    }
}

/// Encodes the pairs as `name=value&…` for forms and queries.
func formEncoded(_ pairs: [(String, String)]) -> String {
    func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unreservedInForms) ?? ""
    }
    return pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
}

extension CharacterSet {
    /// The unreserved characters of RFC 3986, section 2.3.
    fileprivate static let unreservedInForms = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
