internal import Access
internal import NoonishAPI

/// The subject of a sign-in's id; never on the wire.
enum SignInSubject {}
typealias SignInID = ID<SignInSubject>

/// What one sign-in mail carries: a code to type and a token for a link. Only their hashes are stored.
struct SignInSecrets: Sendable {
    let id: SignInID
    let code: String
    let token: String

    init() {
        id = .make()
        code = (0..<AccountLimits.codeDigits).map { _ in String(Int.random(in: 0...9)) }.joined()
        token = RandomToken.make()
    }

    /// HMAC with the server's key, over the id too: a code is too short for a plain hash, and two mails with the same
    /// code have different hashes.
    static func codeHash(_ code: String, of id: SignInID, key: SecretKey) -> [UInt8] {
        key.hmac("sign-in code", id.description, code)
    }
}
