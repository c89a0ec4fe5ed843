package import Fetch
package import Foundation
import Initializers

/// Sends messages to webhooks.
///
/// - Source: Standard Webhooks (standardwebhooks.com), "Specification".
@MemberwiseInit
package struct WebhookSender: Sendable {
    let client: FetchClient
    /// ``AddressPolicy/publicOnly`` except in tests, which have no public host.
    var policy: AddressPolicy = .publicOnly
    var now: @Sendable () -> Date = { Date() }

    /// The result of one attempt.
    struct Attempt: Sendable {
        /// `nil` if there was no response.
        let status: Int?
        /// The error if there was no response.
        let failure: String?
        let duration: Duration
        let retryAfter: Duration?
        /// Used only for challenges and never shown to users.
        let body: [UInt8]

        var isAccepted: Bool { status.map { (200..<300).contains($0) } ?? false }

        /// A description for the owner.
        var description: String { status.map { "The receiver answered \($0)." } ?? failure ?? "" }
    }

    /// Returns the reason why messages cannot be sent to an address, or `nil` if they can, as far as can be
    /// checked without resolving its name.
    func refusalReason(to url: String) -> String? {
        do throws(FetchError) {
            _ = try request(url, headers: [], body: [])
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Sends a message.
    ///
    /// - Parameter secrets: The newest first; each adds a signature with the time of this attempt.
    func send(_ message: WebhookMessage, to url: String, signedBy secrets: [WebhookSecret]) async -> Attempt {
        let seconds = Int(now().timeIntervalSince1970)
        let signatures = secrets.map { $0.signature(id: message.id, at: seconds, body: message.body) }
        let headers = [
            HTTPHeader("Content-Type", "application/json"),
            HTTPHeader("webhook-id", message.id),
            HTTPHeader("webhook-timestamp", String(seconds)),
            HTTPHeader("webhook-signature", signatures.joined(separator: " ")),
        ]
        let started = ContinuousClock.now
        do throws(FetchError) {
            let response = try await client.fetch(
                request(url, headers: headers, body: Array(message.body.utf8)))
            return Attempt(
                status: response.status, failure: nil, duration: started.duration(to: .now),
                retryAfter: response.retryAfter(at: now()), body: response.body)
        } catch {
            return Attempt(
                status: nil, failure: Self.reason(error, for: url), duration: started.duration(to: .now),
                retryAfter: nil, body: [])
        }
    }

    /// Returns the reason for the owner, which is the same for a name that does not exist and one that leads to a
    /// private network: the owner must not learn which names and addresses our name server knows.
    private static func reason(_ error: FetchError, for url: String) -> String {
        switch error {
        case .refused, .unreachable:
            let host = (try? NetworkURL(url))?.host ?? "the host"
            return "\(host) cannot be reached at a public address"
        default: return "\(error)"
        }
    }

    private func request(_ url: String, headers: [HTTPHeader], body: [UInt8]) throws(FetchError)
        -> FetchRequest
    {
        try FetchRequest(
            .post, url, headers: headers, body: body, policy: policy,
            limits: TransferLimits(
                total: SubscriptionLimits.webhookTimeout, connect: SubscriptionLimits.webhookConnectTimeout,
                responseBytes: SubscriptionLimits.webhookResponseBytes))
    }
}
