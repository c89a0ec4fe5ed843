package import Fetch
package import Foundation
import JSON
import News
import Outings
package import WebPush

/// Sends notifications to iPhones, iPads and Macs through Apple's push service.
///
/// - Source: Apple, "Sending notification requests to APNs" and "Handling notification responses from APNs".
package struct ApplePushSender: Sendable {
    let client: FetchClient
    /// The bundle id of the app.
    let topic: String
    let servers: [Environment: String]
    let tokens: ProviderTokens
    let now: @Sendable () -> Date

    /// The APNs environment that issued a device's token.
    package enum Environment: String, Hashable, Sendable, CaseIterable {
        case production, sandbox
    }

    package static let apple: [Environment: String] = [
        .production: "https://api.push.apple.com", .sandbox: "https://api.sandbox.push.apple.com",
    ]

    /// Creates a sender.
    ///
    /// - Parameter servers: The origins of the environments; ``apple`` except in tests.
    package init(
        client: FetchClient, key: SigningKey, keyID: String, teamID: String, topic: String,
        servers: [Environment: String] = apple, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.client = client
        self.topic = topic
        self.servers = servers
        tokens = ProviderTokens(key: key, keyID: keyID, teamID: teamID)
        self.now = now
    }

    struct Target: Hashable, Sendable {
        let token: String
        let environment: Environment
        /// When the device registered its token.
        let registeredAt: Date
    }

    func host(of environment: Environment) -> String {
        servers[environment].flatMap { URLComponents(string: $0)?.host } ?? environment.rawValue
    }

    func send(_ text: PushNotification, to target: Target) async -> DeliveryOutcome {
        do {
            let token = try await tokens.current(at: now())
            let response = try await response(text, to: target, token)
            guard response.reason == "ExpiredProviderToken" else { return outcome(response, target) }
            switch try await tokens.renew(token, at: now()) {
            case .renewed(let other): return outcome(try await self.response(text, to: target, other), target)
            case .tooSoon(let rest):
                return .retry(after: rest, why: "Apple rejected a new provider token as expired: \(response)")
            }
        } catch let error as FetchError {
            return .retry(why: "\(error)")
        } catch {
            return .refused(why: "\(error)")
        }
    }

    private func response(
        _ text: PushNotification, to target: Target, _ token: ProviderToken
    ) async throws -> APNsResponse {
        let server = servers[target.environment] ?? ""
        let request = try FetchRequest(
            .post, "\(server)/3/device/\(target.token)",
            headers: [
                HTTPHeader("Authorization", "bearer \(token.text)"),
                HTTPHeader("Content-Type", "application/json"),
                HTTPHeader("apns-topic", topic),
                HTTPHeader("apns-push-type", "alert"),
                HTTPHeader("apns-priority", "10"),
                HTTPHeader("apns-expiration", String(Int(now().timeIntervalSince1970) + text.timeToLive)),
                HTTPHeader("apns-collapse-id", text.outing),
            ],
            body: Array(jsonText(ApplePushBody(text: text)).utf8), policy: .any)
        return APNsResponse(try await client.fetch(request), at: now())
    }

    private func outcome(_ response: APNsResponse, _ target: Target) -> DeliveryOutcome {
        let why = response.description
        switch (response.status, response.reason) {
        case (200, _): return .sent
        case (410, _):
            // A device that registered after Apple reported it gone is in use again.
            if let since = response.goneSince, since < target.registeredAt { return .retry(why: why) }
            return .gone(why: why)
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone(why: why)
        // A problem with the team's key, not with this notification; the operator can fix it.
        case (403, _), (429, _), (500..., _): return .retry(after: response.retryAfter, why: why)
        default: return .refused(why: why)
        }
    }
}

extension ApplePushSender {
    /// A response of APNs.
    struct APNsResponse: Hashable, Sendable, CustomStringConvertible {
        let status: Int
        let reason: String?
        /// With status 410, since when the token is invalid according to Apple.
        let goneSince: Date?
        let retryAfter: Duration?

        init(_ response: FetchResponse, at now: Date) {
            status = response.status
            retryAfter = response.retryAfter(at: now)
            guard
                case .object(let body)? = try? JSONValue(
                    parsing: String(decoding: response.body, as: UTF8.self))
            else {
                reason = nil
                goneSince = nil
                return
            }
            if case .string(let text)? = body["reason"] { reason = text } else { reason = nil }
            if case .integer(let milliseconds)? = body["timestamp"] {
                goneSince = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            } else {
                goneSince = nil
            }
        }

        var description: String { "Apple answered \(status) \(reason ?? "without a reason")" }
    }
}

/// The payload. `aps` is defined by Apple, the other members by the app.
private struct ApplePushBody: JSONEncodable {
    let text: PushNotification

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.object("aps") {
                $0.object("alert") {
                    $0.field("title", text.title)
                    $0.field("body", text.body)
                }
                $0.field("sound", "default")
                $0.field("thread-id", text.outing)
                $0.field("interruption-level", text.isUrgent ? "time-sensitive" : "active")
            }
            $0.field("path", text.path)
            $0.field("outing", text.outing)
            $0.field("id", text.id)
            $0.field("revision", text.revision)
        }
    }
}

/// The provider token, shared by all requests. Apple requires a token to be renewed at most once in 20
/// minutes and at least once in 60.
actor ProviderTokens {
    enum Renewal: Sendable {
        case renewed(ProviderToken)
        /// The token may be renewed only after this duration.
        case tooSoon(Duration)
    }

    private let key: SigningKey
    private let keyID: String
    private let teamID: String
    private var token: ProviderToken?

    init(key: SigningKey, keyID: String, teamID: String) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    func current(at now: Date) throws -> ProviderToken {
        if let token, !token.isTooOld(at: now) { return token }
        return try make(at: now)
    }

    /// Returns a token other than `expired`, which Apple rejected as expired.
    func renew(_ expired: ProviderToken, at now: Date) throws -> Renewal {
        if let token, token.text != expired.text, !token.isTooOld(at: now) { return .renewed(token) }
        guard expired.mayBeRenewed(at: now) else {
            return .tooSoon(ProviderToken.minimumRenewalAge - expired.age(at: now))
        }
        return .renewed(try make(at: now))
    }

    private func make(at now: Date) throws -> ProviderToken {
        let made = try ProviderToken(key: key, keyID: keyID, teamID: teamID, at: now)
        token = made
        return made
    }
}
