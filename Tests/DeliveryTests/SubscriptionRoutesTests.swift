import Access
import Fetch
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing
import WebPush

@testable import Delivery

@Suite(.timeLimit(.minutes(30))) struct `Subscriptions` {
    private func withSubscriptions(_ test: @escaping @Sendable (TestWorld, Outside) async throws -> Void)
        async throws
    {
        let outside = try Outside()
        try await withDelivery(channels: outside.ways) { world in try await test(world, outside) }
        await outside.client.shutdown()
    }

    private let endpoint = "https://push.example.net/push/a"
    private var subscription: String { BrowserKeys.some.subscription(to: endpoint) }

    @Test func `are created, listed, renamed and deleted by their owner`() async throws {
        try await withSubscriptions { world, _ in
            let added = try await world.tom.post("/v1/subscriptions", subscription)
            let id = try #require(added["id"].text, "\(added)")
            #expect(added["kind"].text == "webPush")
            #expect(added["destination"].text == "push.example.net")
            // Anyone who has the address can send to it.
            #expect(!added.text.contains("/push/a"))

            let renamed = try await world.tom.patch("/v1/subscriptions/\(id)", #"{"name":"Kitchen tablet"}"#)
            #expect(renamed["name"].text == "Kitchen tablet")
            let again = try await world.tom.post("/v1/subscriptions", subscription)
            #expect(again["id"].text == id)
            #expect(again["name"].text == "Kitchen tablet")
            #expect(try await world.subscriptions(of: world.tom) == [id])
            #expect(try await world.subscriptions(of: world.leila) == [])

            for method in ["patch", "delete", "test"] {
                let foreign =
                    switch method {
                    case "patch": try await world.leila.patch("/v1/subscriptions/\(id)", "{}")
                    case "delete": try await world.leila.delete("/v1/subscriptions/\(id)")
                    default: try await world.leila.post("/v1/subscriptions/\(id)/test")
                    }
                #expect(foreign.status == .notFound)
            }
            let removed = try await world.tom.delete("/v1/subscriptions/\(id)")
            #expect(removed.status == .noContent)
            #expect(try await world.subscriptions(of: world.tom) == [])
            #expect(try await world.tom.delete("/v1/subscriptions/\(id)").status == .notFound)
            try await world.expectSound()
        }
    }

    @Test func `watch every outing that is not over, from now on, and end with the subscription`()
        async throws
    {
        try await withSubscriptions { world, _ in
            let lunch = try await world.lunch()
            let added = try await world.tom.post("/v1/subscriptions", subscription)
            let id = try #require(added["id"].text)

            let behind = """
                SELECT count(*) || ' ' || count(*) FILTER (WHERE w.sent_rev < o.rev)
                  FROM outing_watch AS w JOIN outing AS o ON o.id = w.outing_id
                 WHERE w.channel = 'web_push' AND w.live
                """
            #expect(try await world.value(behind) == "1 0")
            _ = try await world.lunch()
            try await world.expect(behind.replacing("FILTER (WHERE w.sent_rev < o.rev)", with: ""), is: "2 2")

            _ = try await world.tom.delete("/v1/subscriptions/\(id)")

            #expect(try await world.value(behind) == "0 0")
            #expect(
                try await world.value("SELECT count(*) FROM outing_watch WHERE outing_id = '\(lunch.id)'")
                    != "0")
        }
    }

    @Test func `can be added by a guest, for their own devices and no member's`() async throws {
        try await withSubscriptions { world, _ in
            let (id, _) = try await world.lunch()
            let share = try #require(
                try await world.leila.post("/v1/outings/\(id)/links")["url"].text?.split(separator: "/").last)
            let guest = world.site.browser()
            let joined = try await guest.put(
                "/v1/invitations/\(share)/attendance", #"{"status":"attending","name":"Kai"}"#)
            let token = try #require(joined["url"].text?.split(separator: "/").last)
            let own = world.site.program(token: String(token))
            let toms = world.site.program(
                token: try await world.personalToken(of: world.cast.tom.id, in: id))

            let added = try await own.post("/v1/subscriptions", subscription)
            let webhook = try await own.post(
                "/v1/subscriptions", #"{"kind":"webhook","url":"https://hooks.example.net/a"}"#)
            let forwarded = try await toms.post(
                "/v1/subscriptions", BrowserKeys.some.subscription(to: endpoint + "b"))

            #expect(added.status == .created)
            #expect(webhook.status == .forbidden)
            #expect(forwarded.status == .unauthorized)
            let list = try await world.leila.get("/v1/outings/\(id)/attendees")["items"].elements
            #expect(list.first { $0["person"]["name"].text == "Kai" }?["reach"].text == "push")
            #expect(try await world.subscriptions(of: world.tom) == [])

            let path = "/v1/subscriptions/\(try #require(added["id"].text))"
            #expect(try await toms.delete(path).status == .unauthorized)
            #expect(try await world.tom.delete(path).status == .notFound)
            #expect(try await own.delete(path).status == .noContent)
            let later = try await world.leila.get("/v1/outings/\(id)/attendees")["items"].elements
            #expect(later.first { $0["person"]["name"].text == "Kai" }?["reach"].text == "none")
            try await world.expectSound()
        }
    }

    @Test func `of a browser move to the person who signs in there`() async throws {
        try await withSubscriptions { world, _ in
            _ = try await world.lunch()
            _ = try await world.tom.post("/v1/subscriptions", subscription)

            let moved = try await world.leila.post("/v1/subscriptions", subscription)

            #expect(moved.status == .created)
            #expect(try await world.subscriptions(of: world.tom) == [])
            #expect(try await world.subscriptions(of: world.leila).count == 1)
            let owners = """
                SELECT string_agg(p.name, ',') FROM outing_watch AS w JOIN person AS p ON p.id = w.person_id
                 WHERE w.channel = 'web_push' AND w.live
                """
            #expect(try await world.value(owners) == "Leila")
            try await world.expectSound()
        }
    }

    @Test func `of a browser are not had by its address alone`() async throws {
        try await withSubscriptions { world, _ in
            _ = try await world.tom.post("/v1/subscriptions", subscription)
            let otherKeys = BrowserKeys(p256dh: BrowserKeys.some.p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA")

            let stolen = try await world.leila.post("/v1/subscriptions", otherKeys.subscription(to: endpoint))

            #expect(stolen.status == .conflict)
            #expect(stolen.code == "endpoint_taken")
            #expect(try await world.subscriptions(of: world.tom).count == 1)
        }
    }

    /// Encrypts with another key, as after `noonish key accept`, when the former key is lost.
    @Test func `of a browser that a lost key encrypted are replaced by the next ones`() async throws {
        try await withSubscriptions { world, _ in
            let first = try await world.tom.post("/v1/subscriptions", subscription)
            try await world.database.run(script: "UPDATE push_device SET sealed = sha256('another key')")
            let path = "/v1/subscriptions/\(try #require(first["id"].text))"
            let tested = try await world.tom.post(path + "/test")

            let again = try await world.tom.post("/v1/subscriptions", subscription)

            #expect(tested["delivered"] == .boolean(false))
            #expect(again.status == .created && again["id"].text != first["id"].text)
            #expect(try await world.subscriptions(of: world.tom).count == 1)
            try await world.expectSound()
        }
    }

    @Test func `are limited to 20 devices, under concurrency too`() async throws {
        try await withSubscriptions { world, _ in
            let statuses = try await withThrowingTaskGroup { group in
                for number in 0..<24 {
                    group.addTask {
                        try await world.tom.post(
                            "/v1/subscriptions",
                            BrowserKeys.some.subscription(to: "https://push.example.net/push/\(number)")
                        ).status.code
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }

            let more = try await world.tom.post("/v1/subscriptions", subscription)

            #expect(statuses == [201: 20, 409: 4])
            #expect(more.limit == "too_many_devices 20 0")
            try await world.expectSound()
        }
    }

    @Test func `require a session, but the key is public`() async throws {
        try await withSubscriptions { world, outside in
            #expect(try await world.site.program().get("/v1/subscriptions").status == .unauthorized)
            #expect(
                try await world.site.program().post("/v1/subscriptions", subscription).status == .unauthorized
            )

            let key = try await world.site.program().get("/v1/push/key")

            #expect(key["key"].text == outside.identity.publicKey)
            #expect(key["key"].text?.count == 87)
        }
    }

    /// Each with its status, code and pointer.
    static let wrong: [(body: String, status: Int, pointer: String)] = [
        ("{}", 422, "/kind"),
        (#"{"kind":"pigeon"}"#, 422, "/kind"),
        (#"{"kind":"webPush"}"#, 422, "/endpoint"),
        (#"{"kind":"webPush","endpoint":"https://push.example.net/a"}"#, 422, "/keys"),
        (#"{"kind":"webPush","endpoint":"https://push.example.net/a","keys":null}"#, 422, "/keys"),
        (#"{"kind":"webPush","endpoint":"https://push.example.net/a","keys":{}}"#, 422, "/keys/p256dh"),
        (#"{"kind":"webPush","endpoint":"https://push.example.net/a","keys":[]}"#, 400, "/keys"),
        (
            #"{"kind":"webPush","endpoint":"https://push.example.net/a","keys":{"p256dh":"AA","auth":"AA"}}"#,
            422,
            "/keys/p256dh"
        ),
        (BrowserKeys.some.subscription(to: "https://evil.example.net/a"), 422, "/endpoint"),
        (BrowserKeys.some.subscription(to: "http://push.example.net/a"), 422, "/endpoint"),
        (BrowserKeys.some.subscription(to: "https://push.example.net:8443/a"), 422, "/endpoint"),
        (BrowserKeys.some.subscription(to: "https://push.example.net.evil.example/a"), 422, "/endpoint"),
        (BrowserKeys.some.subscription(to: "https://127.0.0.1/a"), 422, "/endpoint"),
        (BrowserKeys.some.subscription(to: "push.example.net"), 422, "/endpoint"),
        (
            BrowserKeys.some.subscription(
                to: "https://push.example.net/" + String(repeating: "a", count: 2_000)),
            422, "/endpoint"
        ),
        (#"{"kind":"applePush","token":"00"}"#, 422, "/kind"),
        (#"{"kind":"webhook"}"#, 422, "/url"),
        (#"{"kind":"webhook","url":"http://example.com/"}"#, 422, "/url"),
        (#"{"kind":"webhook","url":"https://127.0.0.1/"}"#, 422, "/url"),
        (#"{"kind":"webhook","url":"https://me@example.com/"}"#, 422, "/url"),
        (#"{"kind":"webhook","url":"https://example.com:22/"}"#, 422, "/url"),
        (#"{"kind":"webhook","url":"https://example.com/","events":["all"]}"#, 422, "/events/0"),
        (#"{"kind":"webhook","url":"https://example.com/","events":"all"}"#, 400, "/events"),
        (#"{"kind":"webhook","url":"https://example.com/","secret":"mine"}"#, 400, "/secret"),
        (#"{"kind":"webPush","endpoint":"https://push.example.net/a","name":""}"#, 422, "/name"),
    ]

    @Test func `that are wrong are refused by name, and nothing is changed`() async throws {
        try await withSubscriptions { world, _ in
            for (body, status, pointer) in Self.wrong {
                let answer = try await world.tom.post("/v1/subscriptions", body)

                #expect(answer.status.code == status, "\(body): \(answer)")
                let pointers = answer["errors"].elements.compactMap { $0["pointer"].text }
                #expect(pointers.contains(pointer), "\(body): \(answer)")
            }
            #expect(try await world.value("SELECT count(*) FROM delivery_endpoint") == "0")
        }
    }

    @Test func `to a webhook in a private network are refused before anything is sent`() async throws {
        try await withSubscriptions { world, _ in
            // The resolver of these tests leads every name to this machine.
            let answer = try await world.tom.post(
                "/v1/subscriptions", #"{"kind":"webhook","url":"https://hook.example.com/"}"#)

            #expect(answer.code == "webhook_not_confirmed")
            #expect(answer.text.contains("hook.example.com cannot be reached at a public address"))
        }
    }

    @Test func `that send requests to new hosts are limited`() async throws {
        try await withSubscriptions { world, _ in
            var codes: [String?] = []
            for number in 0..<6 {
                codes.append(
                    try await world.tom.post(
                        "/v1/subscriptions",
                        #"{"kind":"webhook","url":"https://hook.example.com/\#(number)"}"#
                    ).code)
            }

            #expect(codes.dropLast().allSatisfy { $0 == "webhook_not_confirmed" })
            #expect(codes.last == "too_many_requests")
        }
    }

    @Test func `under the same idempotency key are one`() async throws {
        try await withSubscriptions { world, _ in
            let first = try await world.tom.post(
                "/v1/subscriptions", subscription, headers: [.idempotencyKey: "once"])
            let second = try await world.tom.post(
                "/v1/subscriptions", subscription, headers: [.idempotencyKey: "once"])

            #expect(first["id"] == second["id"])
        }
    }
}

@Suite struct `The push services of the settings` {
    private func isKnown(_ url: String, by text: String) throws -> Bool {
        let services = try #require(PushServices(text))
        guard let url = try? NetworkURL(url) else { return false }
        return services.way(to: url) != nil
    }

    @Test(arguments: [
        ("https://fcm.googleapis.com/fcm/send/x", true),
        ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
        ("https://web.push.apple.com/x", true), ("https://db5p.notify.windows.com/w/?token=x", true),
        ("https://push.services.mozilla.com/x", false), ("https://evilpush.apple.com/x", false),
        ("https://web.push.apple.com.evil.example/x", false), ("https://fcm.googleapis.com:8443/x", false),
        ("http://fcm.googleapis.com/x", false), ("https://fcm.googleapis.com@127.0.0.1/x", false),
        ("https://127.0.0.1/x", false), ("http://127.0.0.1:8081/x", false),
    ])
    func `as they are shipped are those of browsers, on public addresses`(url: String, known: Bool) throws {
        let shipped = "fcm.googleapis.com *.push.services.mozilla.com *.push.apple.com *.notify.windows.com"
        #expect(try isKnown(url, by: shipped) == known)
        guard known else { return }

        let way = try #require(PushServices(shipped)).way(to: NetworkURL(url))

        #expect(way == .init(policy: .publicOnly, allowsPlainHTTP: false))
        #expect(way?.policy.exemption == nil)
    }

    @Test func `may use an operator's own push service at a configured address`() throws {
        let own = "http://127.0.0.1:8081 https://push.internal:9000"

        #expect(try isKnown("http://127.0.0.1:8081/x", by: own))
        #expect(try isKnown("https://push.internal:9000/x", by: own))
        #expect(try !isKnown("http://127.0.0.1:8082/x", by: own))
        #expect(try !isKnown("https://127.0.0.1:8081/x", by: own))
    }

    @Test(arguments: [
        "*", "*.", "com", "*.com*", "127.0.0.1", "https://push.example.net/path", "fcm.googleapis.com:443",
        "a b.c d",
        "ftp://push.example.net", "https://me@push.example.net",
    ])
    func `are not just anything`(text: String) { #expect(PushServices(text) == nil) }
}
