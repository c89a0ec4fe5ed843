import HTTPKit
package import OpenAPI

/// The object of a mailed link, whose token has a code that only the server can make: the link proves that its reader has the
/// mail.
package protocol MailedToken: Hashable, Sendable {
    /// Parses a token.
    ///
    /// - Returns: `nil` for a text that the server did not make.
    init?(_ text: String, _ key: SecretKey)
}

extension Call {
    /// Returns the object of the mailed link in the path, on which the caller may perform `action`.
    package func mailed<Token: MailedToken>(_ action: Action) throws -> Token {
        guard let token = Token(try text("token"), site.key) else { throw Problem.notFound }
        _ = try decide(actor, action, token, as: .oneself)
        return token
    }
}

extension Parameter {
    package static let mailedToken = Parameter.path(
        "token", .string("0197f2a0….kYd3wJ0m8Qe2"), "The token of the mailed link.")
}
