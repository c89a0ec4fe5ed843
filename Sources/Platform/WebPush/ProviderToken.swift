package import Foundation

/// A token that authenticates this service to Apple's push service, signed with the team's key and valid for
/// one hour.
///
/// - Source: Apple, "Establishing a token-based connection to APNs": ES256, `kid`, `iss`, `iat`; to be
///   refreshed at most once every 20 minutes and at least once every 60.
package struct ProviderToken: Sendable {
    package let text: String
    package let issuedAt: Date

    /// The minimum age for renewal; before that, Apple responds with 429 `TooManyProviderTokenUpdates`.
    package static let minimumRenewalAge = Duration.seconds(1_200)
    /// The age after which a token is no longer used. Apple's own limit is one hour by its clock.
    package static let maximumAge = Duration.seconds(2_700)

    /// Signs a token.
    ///
    /// - Throws: ``WebPushFault``.
    package init(key: SigningKey, keyID: String, teamID: String, at now: Date) throws(WebPushFault) {
        text = try key.token(
            header: ["kid": .text(keyID)],
            claims: ["iss": .text(teamID), "iat": .seconds(Int(now.timeIntervalSince1970))])
        issuedAt = now
    }

    /// Returns the age of the token. A token issued in the future, after the clock was set back, counts as a
    /// day old so that it is replaced.
    package func age(at now: Date) -> Duration {
        let seconds = now.timeIntervalSince(issuedAt)
        return seconds < 0 ? .seconds(86_400) : .seconds(seconds)
    }

    package func isTooOld(at now: Date) -> Bool { age(at: now) > Self.maximumAge }
    package func mayBeRenewed(at now: Date) -> Bool { age(at: now) >= Self.minimumRenewalAge }
}
