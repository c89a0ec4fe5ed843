import Access
import Encoding

/// The path to which a visit to a provider returns. It may be a guest's personal link, so it is stored encrypted, and
/// bound to the visit's state, of which the database has only a hash.
enum VisitDestination {
    private static let purpose = "provider destination"

    static func seal(_ path: String, _ key: SecretKey, for state: String) throws -> String {
        Base64URL.encode(try key.seal(Array(path.utf8), purpose, owner: state))
    }

    /// Decrypts what ``seal(_:_:for:)`` returned.
    ///
    /// - Returns: The start page if it was encrypted with another key or for another visit.
    static func open(_ sealed: String, _ key: SecretKey, for state: String) -> String {
        Base64URL.decode(sealed).flatMap { key.open($0, purpose, owner: state) }
            .map { String(decoding: $0, as: UTF8.self) } ?? "/"
    }
}
