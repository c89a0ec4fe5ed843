import Access
import NoonishAPI

/// The code that is mailed to a restaurant. Only its hash is stored.
enum ClaimCode {
    static func make() -> String {
        (0..<VenueLimits.codeDigits).map { _ in String(Int.random(in: 0...9)) }.joined()
    }

    /// Returns the HMAC of a code with the server's key; a code is too short for a plain hash.
    static func hash(_ code: String, of claim: VenueClaimID, key: SecretKey) -> [UInt8] {
        key.hmac("venue claim", claim.description, code)
    }
}
