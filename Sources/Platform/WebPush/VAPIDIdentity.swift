import Encoding
package import Foundation

/// The identity of this service towards push services (VAPID): a key that browsers bind their subscriptions
/// to, and a contact address.
///
/// - Source: RFC 8292 (VAPID).
package struct VAPIDIdentity: Sendable {
    package let key: SigningKey
    /// A `mailto:` or `https:` URL that is monitored. Push services write to it before they block a sender,
    /// and Apple's rejects invented ones.
    package let contact: String

    /// The maximum lifetime of a token. RFC 8292, section 2.
    package static let maximumLifetime = Duration.seconds(86_400)

    /// Creates an identity.
    ///
    /// - Throws: ``WebPushFault/invalidContact``.
    package init(key: SigningKey, contact: String) throws(WebPushFault) {
        guard Self.isContact(contact) else { throw .invalidContact }
        self.key = key
        self.contact = contact
    }

    /// The public key in base64url, for the browser's `applicationServerKey`.
    package var publicKey: String { Base64URL.encode(key.publicKey) }

    /// Returns the value of `Authorization` for one push service.
    ///
    /// - Parameters:
    ///   - audience: The origin of the endpoint, such as `https://push.example.net`.
    ///   - lifetime: The lifetime of the token; 12 hours by default, at most ``maximumLifetime``.
    /// - Throws: ``WebPushFault``.
    package func authorization(
        for audience: String, at now: Date, lifetime: Duration = .seconds(43_200)
    ) throws(WebPushFault) -> String {
        guard let url = URLComponents(string: audience), url.host?.isEmpty == false,
            url.scheme == "https" || url.scheme == "http", url.path.isEmpty, url.query == nil, url.user == nil
        else { throw .notAnOrigin }
        guard lifetime <= Self.maximumLifetime else { throw .lifetimeTooLong }
        let expires = Int(now.timeIntervalSince1970) + Int(lifetime.components.seconds)
        let token = try key.token(
            header: ["typ": "JWT"],
            claims: ["aud": .text(audience), "exp": .seconds(expires), "sub": .text(contact)])
        return "vapid t=\(token),k=\(publicKey)"
    }

    private static func isContact(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return false }
        if text.hasPrefix("mailto:") {
            let parts = text.dropFirst("mailto:".count).split(
                separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
        }
        return text.hasPrefix("https://") && URLComponents(string: text)?.host?.isEmpty == false
    }
}
