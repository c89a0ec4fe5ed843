package import Foundation

/// Proves to Apple's push service who sends: a token of the team's key, good for an hour.
///
/// - Source: Apple, "Establishing a token-based connection to APNs": ES256, `kid`, `iss`, `iat`; refresh it no more than
///   once every 20 minutes and no less than once every 60.
package struct ProviderToken: Sendable {
    package let text: String
    package let issuedAt: Date

    /// Younger than this it must not be renewed, or Apple answers 429 `TooManyProviderTokenUpdates`.
    package static let youngest = Duration.seconds(1_200)
    /// Older than this it is not used; Apple's own limit is an hour by its clock.
    package static let oldest = Duration.seconds(2_700)

    /// - Throws: ``WebPushFault``.
    package init(key: SigningKey, keyID: String, teamID: String, at now: Date) throws(WebPushFault) {
        text = try key.token(
            header: ["kid": .text(keyID)],
            claims: ["iss": .text(teamID), "iat": .seconds(Int(now.timeIntervalSince1970))])
        issuedAt = now
    }

    /// How old it is. A clock that was set back makes a token look as old as one from the future can: too old.
    package func age(at now: Date) -> Duration {
        let seconds = now.timeIntervalSince(issuedAt)
        return seconds < 0 ? .seconds(86_400) : .seconds(seconds)
    }

    package func isTooOld(at now: Date) -> Bool { age(at: now) > Self.oldest }
    package func mayBeRenewed(at now: Date) -> Bool { age(at: now) >= Self.youngest }
}
