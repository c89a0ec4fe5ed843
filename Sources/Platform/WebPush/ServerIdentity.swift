package import Foundation

/// Who we are to a push service: a key that the browser bound its subscription to, and somebody to write to.
///
/// - Source: RFC 8292 (VAPID).
package struct ServerIdentity: Sendable {
    package let key: SigningKey
    /// `mailto:` or `https:`, of somebody who reads it: push services write there before they block, and Apple's refuses
    /// made-up ones.
    package let contact: String

    /// A token must not live longer than this, says RFC 8292, section 2.
    package static let longestLife = Duration.seconds(86_400)

    /// - Throws: ``WebPushFault/notAContact``.
    package init(key: SigningKey, contact: String) throws(WebPushFault) {
        guard Self.isContact(contact) else { throw .notAContact }
        self.key = key
        self.contact = contact
    }

    /// What browsers want as `applicationServerKey`.
    package var publicKey: String { Base64URL.text(key.publicKey) }

    /// The value of `Authorization` for one push service.
    ///
    /// - Parameter audience: The origin of the endpoint, such as `https://push.example.net`.
    /// - Throws: ``WebPushFault``.
    package func authorization(
        for audience: String, at now: Date, life: Duration = .seconds(43_200)
    ) throws(WebPushFault) -> String {
        guard let url = URLComponents(string: audience), url.host?.isEmpty == false,
            url.scheme == "https" || url.scheme == "http", url.path.isEmpty, url.query == nil, url.user == nil
        else { throw .notAnOrigin }
        guard life <= Self.longestLife else { throw .livesTooLong }
        let expires = Int(now.timeIntervalSince1970) + Int(life.components.seconds)
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
