package import Fetch
package import Foundation
import Initializers
import News
package import WebPush

/// Sends notifications to browsers, each through the push service that its subscription names.
///
/// - Source: RFC 8030; RFC 8291; RFC 8292.
@MemberwiseInit
package struct WebPushSender: Sendable {
    let client: FetchClient
    package let identity: VAPIDIdentity
    let services: PushServices
    var now: @Sendable () -> Date = { Date() }

    /// A browser's subscription.
    struct Target: Hashable, Sendable {
        let endpoint: String
        let keys: PushKeys
    }

    func send(_ text: PushNotification, to target: Target) async -> DeliveryOutcome {
        let response: FetchResponse
        do {
            response = try await client.fetch(try request(text, to: target))
        } catch let error as FetchError {
            // Always retried, as the name may resolve to a permitted address later.
            return .retry(why: "\(error)")
        } catch {
            return .refused(why: "\(error)")
        }
        return outcome(response)
    }

    private func request(_ text: PushNotification, to target: Target) throws -> FetchRequest {
        guard let url = try? NetworkURL(target.endpoint), let way = services.way(to: url) else {
            throw UnknownPushService(origin: (try? NetworkURL(target.endpoint))?.origin ?? "")
        }
        let body = try PushMessage.seal(Array(jsonText(text).utf8), for: target.keys)
        let authorization = try identity.authorization(for: Self.audience(url), at: now())
        return try FetchRequest(
            .post, target.endpoint,
            headers: [
                HTTPHeader("Authorization", authorization),
                HTTPHeader("Content-Type", "application/octet-stream"),
                HTTPHeader("Content-Encoding", "aes128gcm"),
                HTTPHeader("TTL", String(text.timeToLive)),
                HTTPHeader("Urgency", text.isUrgent ? "high" : "normal"),
                HTTPHeader("Topic", Self.topic(text)),
            ],
            body: body, policy: way.policy, allowsPlainHTTP: way.allowsPlainHTTP)
    }

    /// Returns the topic: a newer message replaces an undelivered one with the same topic. The id without its
    /// hyphens has exactly the 32 characters that are permitted (RFC 8030, section 5.4).
    private static func topic(_ text: PushNotification) -> String { text.outing.replacing("-", with: "") }

    /// Returns the serialized origin, without a default port.
    private static func audience(_ url: NetworkURL) -> String {
        let isUsual = url.port == (url.scheme == "https" ? 443 : 80)
        return "\(url.scheme)://\(url.host)" + (isUsual ? "" : ":\(url.port)")
    }

    private func outcome(_ response: FetchResponse) -> DeliveryOutcome {
        let why = "the push service answered \(response.status)"
        switch response.status {
        case 200..<300: return .sent
        case 404, 410: return .gone(why: why)
        case 408, 429, 500...: return .retry(after: response.retryAfter(at: now()), why: why)
        default: return .refused(why: why)
        }
    }
}

/// The push service was removed from the configuration after the browser subscribed.
struct UnknownPushService: Error, CustomStringConvertible {
    let origin: String
    var description: String { "\(origin) is not among the push services of webPush.services" }
}
