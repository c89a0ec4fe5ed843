import Access
import Encoding
import Fetch
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Synchronization
import TestSupport
import Testing
import WebPush

@testable import Delivery

/// Against a fake of Apple's push service, which knows its documentation as we do.
@Suite(.timeLimit(.minutes(30))) struct `An Apple device that registered` {
    private struct Notified: Decodable {
        let status: Int
        let reason, collapse: String?
        let device, title, body, path, id: String
        let life: Int
    }

    private func withApple(
        now: @escaping @Sendable () -> Date = { Date() },
        _ test: @escaping @Sendable (PythonServer, Outside, TestWorld) async throws -> Void
    ) async throws {
        let key = Base64URL.encode(Outside.appleKey.publicKey)
        try await PythonServer.run("apple_push_fake.py", [key, "ABC123DEFG", "DEF123GHIJ", Outside.topic]) {
            apple in
            let outside = try Outside(apple: apple, now: now)
            try await withDelivery(channels: outside.ways) { world in try await test(apple, outside, world) }
            await outside.client.shutdown()
        }
    }

    /// 64 digits that begin with these.
    private func token(_ start: String) -> String {
        start + String(repeating: "0", count: 64 - start.count)
    }

    private func register(_ start: String, by visitor: Visitor) async throws -> String {
        let added = try await visitor.post(
            "/v1/subscriptions", #"{"kind":"applePush","token":"\#(token(start).uppercased())"}"#)
        return try #require(added["id"].text, "\(added)")
    }

    @Test func `is notified over HTTP/2, with a token, a topic, an expiry and a collapse id`() async throws {
        try await withApple { apple, _, world in
            _ = try await register("feed", by: world.tom)

            let lunch = try await world.lunch()

            let invitation: Notified = try await apple.event()
            #expect(invitation.status == 200, "\(String(describing: invitation.reason))")
            #expect(invitation.device == token("feed"))
            #expect(invitation.title == "Leila invites you: Lunch")
            #expect(invitation.path == "/outings/\(lunch.id)")
            #expect(invitation.collapse == "\(lunch.id)")
            #expect((259_100...259_200).contains(invitation.life))
            try await world.expect("SELECT count(*) FROM delivery WHERE channel = 'apple_push'", is: "0")
            try await world.expectSound()
        }
    }

    @Test(arguments: ["dead", "bad0"])
    func `and is gone is forgotten`(start: String) async throws {
        try await withApple { apple, _, world in
            _ = try await register(start, by: world.tom)

            _ = try await world.lunch()

            let refused: Notified = try await apple.event()
            #expect(refused.reason == (start == "dead" ? "Unregistered" : "BadDeviceToken"))
            try await world.expect("SELECT count(*) FROM delivery_endpoint", is: "0")
            try await world.expect(
                "SELECT count(*) FROM outing_watch WHERE channel = 'apple_push' AND live", is: "0")
        }
    }

    @Test func `is left alone while Apple is busy`() async throws {
        try await withApple { apple, _, world in
            _ = try await register("429b", by: world.tom)

            _ = try await world.lunch()

            let refused: Notified = try await apple.event()
            #expect(refused.reason == "TooManyRequests")
            try await world.expect(
                """
                SELECT due_at BETWEEN now() + interval '5 s' AND now() + interval '60 s'
                  FROM delivery WHERE channel = 'apple_push' AND lease = 0
                """, is: "t")
        }
    }

    @Test func `is notified at once with a new token when Apple reports that ours has expired`() async throws
    {
        let minutes = Mutex(0)
        let now: @Sendable () -> Date = { Date() + Double(minutes.withLock { $0 }) * 60 }
        try await withApple(now: now) { apple, _, world in
            let id = try await register("403e", by: world.tom)
            minutes.withLock { $0 = -25 }
            let first = try await world.tom.post("/v1/subscriptions/\(id)/test")
            let refused: Notified = try await apple.event()
            #expect(refused.reason == "ExpiredProviderToken")
            // Apple would refuse a second token within 20 minutes, too.
            #expect(first["delivered"] == .boolean(false))

            minutes.withLock { $0 = 0 }
            let second = try await world.tom.post("/v1/subscriptions/\(id)/test")

            let again: Notified = try await apple.event()
            let renewed: Notified = try await apple.event()
            #expect(again.reason == "ExpiredProviderToken")
            #expect(renewed.status == 200)
            #expect(second["delivered"] == .boolean(true))
        }
    }

    @Test func `shares one token with all others until it is 45 minutes old`() async throws {
        let tokens = ProviderTokens(key: Outside.appleKey, keyID: "K", teamID: "T")
        let start = Date(timeIntervalSince1970: 1_800_000_000)

        let first = try await tokens.current(at: start).text
        let same = try await tokens.current(at: start + 2_700).text
        let other = try await tokens.current(at: start + 2_701).text

        #expect(first == same)
        #expect(first != other)
    }
}
