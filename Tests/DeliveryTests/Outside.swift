import Fetch
import Foundation
import JSON
import Logging
import NoonishAPI
import Postgres
import TestSupport
import Testing
import WebPush

@testable import Delivery

/// The channels to devices and webhooks, with the servers of `Tests/Servers` at their ends.
struct Outside: Sendable {
    let client: FetchClient
    let identity: VAPIDIdentity
    let ways: SubscriptionChannels

    static let appleKey = SigningKey.random()
    static let topic = "org.example.noonish"

    /// - Parameters:
    ///   - push: Browsers' push service, and Apple's.
    ///   - receiver: Of webhooks: the one socket of this machine that they may be sent to, under any name.
    init(
        push: PythonServer? = nil, apple: PythonServer? = nil, receiver: PythonServer? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let here = try #require(IPAddress("127.0.0.1"))
        let authority = (push ?? apple ?? receiver)?.authority
        let client = try FetchClient(
            FetchConfiguration(userAgent: "UpdatesTests/1.0", certificateAuthorities: authority),
            logger: .silent, resolver: NameResolver { _ in .addresses([here]) })
        self.client = client
        identity = try VAPIDIdentity(key: .random(), contact: "mailto:ops@eat.example")
        let services = push.map { "https://localhost:\($0.port)" } ?? "push.example.net"
        ways = SubscriptionChannels(
            browsers: WebPushSender(
                client: client, identity: identity, services: try #require(PushServices(services)), now: now),
            apple: apple.map { apple in
                ApplePushSender(
                    client: client, key: Self.appleKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ",
                    topic: Self.topic,
                    servers: [.production: "https://localhost:\(apple.port)"], now: now)
            },
            webhooks: WebhookSender(
                client: client,
                policy: receiver.map { .publicOnly(orPort: $0.port, of: here) } ?? .publicOnly,
                now: now))
    }
}

/// The keys of a browser's subscription.
struct BrowserKeys: Decodable, Sendable {
    let p256dh, auth: String

    /// Keys of a browser that gets nothing.
    static let some = BrowserKeys(
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg")

    func subscription(to endpoint: String) -> String {
        #"{"kind":"webPush","endpoint":"\#(endpoint)","keys":{"p256dh":"\#(p256dh)","auth":"\#(auth)"}}"#
    }
}

/// A message that the push service received.
struct Pushed: Decodable, Sendable {
    let name, text, urgency, topic, subject, version: String
    let ttl, bytes: Int
    let faults: [String]

    func said(_ member: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return object?[member] as? String
    }
}

func withPushService(_ test: @escaping @Sendable (PythonServer, BrowserKeys, Outside) async throws -> Void)
    async throws
{
    try await PythonServer.run("push_service.py") { server in
        let keys: BrowserKeys = try await server.event()
        let outside = try Outside(push: server)
        try await test(server, keys, outside)
        await outside.client.shutdown()
    }
}

extension TestWorld {
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let broken = try await brokenChecks(in: database, ["subscriptions", "inbox", "revisions"])
        #expect(broken.isEmpty, sourceLocation: sourceLocation)
    }

    /// Returns the ids of a visitor's subscriptions, in the order of the list.
    func subscriptions(of visitor: Visitor) async throws -> [String] {
        try await visitor.get("/v1/subscriptions")["items"].elements.compactMap { $0["id"].text }
    }
}
