import Access
import NoonishAPI

/// The type parameter of a sign-in's ID, which is never sent to clients.
enum SignInSubject {}
typealias SignInID = ID<SignInSubject>

/// The secrets of one sign-in mail: a code to type and a token for a link. Only their hashes are stored.
struct SignInSecrets: Sendable {
    let id: SignInID
    let code: String
    let token: String

    init() {
        id = .make()
        code = (0..<AccountLimits.codeDigits).map { _ in String(Int.random(in: 0...9)) }.joined()
        token = RandomToken.make()
    }

    /// Returns the HMAC of a code with the server's key. A code is too short for a plain hash. The ID is
    /// included so that equal codes of two mails have different hashes.
    static func codeHash(_ code: String, of id: SignInID, key: SecretKey) -> [UInt8] {
        key.hmac("sign-in code", id.description, code)
    }
}
