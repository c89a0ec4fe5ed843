import Access
import Fetch
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Delivery

/// Against a receiver that checks every signature with the standard's own verifier.
@Suite(.timeLimit(.minutes(30))) struct `A webhook` {
    private struct Received: Decodable {
        let path, id, type, body: String
        let signatures: Int
        let verified: [Bool]

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    }

    private struct Hook {
        let id: String
        let secret: String
    }

    private func withReceiver(
        _ test: @escaping @Sendable (PythonServer, Outside, TestWorld) async throws -> Void
    ) async throws {
        try await PythonServer.run("webhook_receiver.py") { receiver in
            let outside = try Outside(receiver: receiver)
            try await withDelivery(channels: outside.ways) { world in try await test(receiver, outside, world)
            }
            await outside.client.shutdown()
        }
    }

    /// Registers Tom's webhook at `path`, and gives its secret to the receiver.
    private func register(
        _ path: String, _ more: String = "", at receiver: PythonServer, _ outside: Outside, _ world: TestWorld
    ) async throws -> Hook {
        let added = try await world.tom.post(
            "/v1/subscriptions",
            #"{"kind":"webhook","url":"https://localhost:\#(receiver.port)\#(path)"\#(more)}"#)
        #expect(added.status == .created, "\(added)")
        let challenge: Received = try await receiver.event()
        #expect(challenge.type == "webhook.challenge")
        let hook = Hook(id: try #require(added["id"].text), secret: try #require(added["secret"].text))
        try await tell([hook.secret], to: receiver, outside)
        return hook
    }

    /// Which secrets the receiver checks with.
    private func tell(_ secrets: [String], to receiver: PythonServer, _ outside: Outside) async throws {
        let url = "https://localhost:\(receiver.port)/secrets"
        let body = Array(secrets.joined(separator: "\n").utf8)
        let answer = try await outside.client.fetch(FetchRequest(.post, url, body: body, policy: .any))
        #expect(answer.status == 200)
    }

    @Test func `gets each change with its old and new value in a signed message`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            let lunch = try await world.lunch()
            let invited: Received = try await receiver.event()
            #expect(invited.type == "outing.invited")
            #expect(invited.verified == [true])

            _ = try await world.leila.patch(
                "/v1/outings/\(lunch.id)",
                #"{"title":"Early lunch","startsAt":"2031-03-11T11:30","timeZone":"Europe/Helsinki"}"#,
                headers: [.ifMatch: lunch.tag])

            let updated: Received = try await receiver.event()
            let body = updated.json
            #expect(updated.verified == [true])
            #expect(updated.signatures == 1)
            #expect(body.names == ["type", "timestamp", "data", "previous", "changed", "revision"])
            #expect(body["type"].text == "outing.updated")
            #expect(body["data"]["id"].text == "\(lunch.id)")
            #expect(body["data"]["title"].text == "Early lunch")
            #expect(body["data"]["startsAt"].text == "2031-03-11T11:30:00+02:00")
            #expect(body["previous"]["title"].text == "Lunch")
            #expect(body["previous"]["startsAt"] == .null)
            #expect(body["previous"].names.contains("startsAt"))
            let kinds = body["changed"].elements.compactMap { $0["kind"].text }
            #expect(kinds.contains("title_changed") && kinds.contains("time_set"))
            #expect(body["revision"] == body["data"]["revision"])
            #expect(updated.id.hasSuffix(":\(body["revision"].number ?? 0)"))
            try await world.expect("SELECT count(*) FROM webhook_attempt", is: "2")
            let attempts = try await world.tom.get("/v1/subscriptions/\(hook.id)/attempts")
            #expect(attempts["items"].elements.map { $0["message"].text } == [updated.id, invited.id])
            #expect(attempts["items"].elements.map { $0["status"].number } == [200, 200])
            try await world.expectSound()
        }
    }

    @Test func `is one of five of its owner`() async throws {
        try await withReceiver { receiver, outside, world in
            try await world.run(
                """
                INSERT INTO webhook (person_id, id, url, secret)
                SELECT \(world.cast.tom.id), gen_random_uuid(), 'https://example.org/' || n, ''
                  FROM generate_series(1, 5) AS n
                """)

            let sixth = try await world.tom.post(
                "/v1/subscriptions", #"{"kind":"webhook","url":"https://localhost:\#(receiver.port)/ok"}"#)

            #expect(sixth.status == .conflict && sixth.limit == "too_many_webhooks 5 0")
        }
    }

    @Test func `has an address that the database holds encrypted, and that its owner is shown`() async throws
    {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok?key=a-secret-of-the-receiver", at: receiver, outside, world)
            let url = "https://localhost:\(receiver.port)/ok?key=a-secret-of-the-receiver"

            let again = try await world.tom.post(
                "/v1/subscriptions", #"{"kind":"webhook","url":"\#(url)"}"#)
            let listed = try await world.tom.get("/v1/subscriptions")["items"]
            let kept = try await world.value("SELECT webhook::text FROM webhook")
            let files = try await world.database.transaction {
                try await DeliveryPersonalData().export(of: world.cast.tom.id, in: $0)
            }
            let export = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()

            #expect(again["id"].text == hook.id)
            #expect(listed.elements.map { $0["url"].text } == [url])
            #expect(listed[0]["destination"].text == "localhost")
            let hexadecimal = url.utf8.map { String(format: "%02x", $0) }.joined()
            #expect(kept?.contains("a-secret") == false && kept?.contains(hexadecimal) == false)
            #expect(export.contains("localhost") && !export.contains("a-secret"))
        }
    }

    @Test func `whose address a former version stored in the clear is encrypted by a start`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            let url = "https://localhost:\(receiver.port)/ok"
            try await world.database.run(
                script: "UPDATE webhook SET url = '\(url)', sealed_url = NULL, host = NULL")
            let backfill = WebhookAddressBackfill(world.database, key: .forTests)
            let before = try await world.tom.get("/v1/subscriptions/\(hook.id)/attempts")
            let test = try await world.tom.post("/v1/subscriptions/\(hook.id)/test")

            let counts = [try await backfill.run(), try await backfill.run()]

            #expect(before.status == .ok && test["delivered"] == .boolean(true))
            #expect(counts == [1, 0])
            try await world.expect("SELECT url IS NULL AND host = 'localhost' FROM webhook", is: "t")
            let tested = try await world.tom.post("/v1/subscriptions/\(hook.id)/test")
            #expect(tested["delivered"] == .boolean(true))
        }
    }

    @Test func `that a lost key encrypted is listed by its host, and can be removed`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            try await world.database.run(
                script: "UPDATE webhook SET sealed_url = decode(repeat('00', 40), 'hex')")

            let listed = try await world.tom.get("/v1/subscriptions")["items"]
            let removed = try await world.tom.delete("/v1/subscriptions/\(hook.id)")

            #expect(listed.elements.map { $0["url"].text } == ["https://localhost"])
            #expect(removed.status == .noContent)
        }
    }

    @Test func `gets whether the place is open then`() async throws {
        try await withReceiver { receiver, outside, world in
            _ = try await register("/ok", at: receiver, outside, world)
            let place = RestaurantID.make()
            try await world.database.run(
                script: """
                    INSERT INTO restaurant_source (id, name, licence, attribution, url)
                    VALUES ('osm', 'OpenStreetMap', 'ODbL', 'OpenStreetMap', 'https://www.openstreetmap.org/copyright');
                    INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone,
                                            opening_hours)
                    VALUES ('\(place)', 'osm', 'n1', 'Thai House', 'restaurant', 60.17, 24.94, 'Europe/Helsinki',
                            '10:00-14:00')
                    """)
            let lunch = try await world.lunch()
            let invited: Received = try await receiver.event()
            _ = try await world.leila.patch(
                "/v1/outings/\(lunch.id)",
                #"{"restaurantId":"\#(place)","startsAt":"2031-03-11T11:30","timeZone":"Europe/Helsinki"}"#,
                headers: [.ifMatch: lunch.tag])

            let updated: Received = try await receiver.event()

            #expect(invited.json["data"]["openThen"] == .null)
            #expect(updated.json["data"]["restaurant"]["name"].text == "Thai House")
            #expect(updated.json["data"]["openThen"]["state"].text == "open")
        }
    }

    @Test func `gets the state of the order`() async throws {
        try await withReceiver { receiver, outside, world in
            _ = try await register("/ok", at: receiver, outside, world)
            let lunch = try await world.lunch()
            let invited: Received = try await receiver.event()
            try await world.database.run(
                script: """
                    INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
                    VALUES ('\(lunch.id)', gen_random_uuid(), '\(world.cast.leila.id)', 'Pier', 'EUR', 'pick_up', 'UTC')
                    """)
            _ = try await world.leila.patch(
                "/v1/outings/\(lunch.id)", #"{"title":"Early lunch"}"#, headers: [.ifMatch: lunch.tag])

            let updated: Received = try await receiver.event()

            #expect(!invited.json["data"].names.contains("orderState"))
            #expect(updated.json["data"]["orderState"].text == "open")
        }
    }

    @Test func `of a removed attendee gets the removal and no later state`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register(
                "/ok", #","events":["outing.removed"]"#, at: receiver, outside, world)
            let lunch = try await world.lunch()
            // A person who is removed before the delivery gets nothing.
            try await world.expect(
                """
                SELECT w.sent_rev = o.rev FROM outing_watch AS w JOIN outing AS o ON o.id = w.outing_id
                 WHERE w.channel = 'webhook'
                """, is: "t")
            let removed = try await world.leila.delete(
                "/v1/outings/\(lunch.id)/attendees/\(world.cast.tom.id)")
            #expect(removed.status == .noContent, "\(removed)")

            // The invitation was not among what it chose.
            let told: Received = try await receiver.event()

            #expect(told.type == "outing.removed")
            #expect(told.json["data"].names == ["id", "title"])
            try await world.expect("SELECT count(*) FROM webhook_attempt", is: "1")
            let attempts = try await world.tom.get("/v1/subscriptions/\(hook.id)/attempts")
            #expect(attempts["items"].elements.count == 1)
        }
    }

    @Test func `signs with both secrets while they are changed over`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            let renewed = try await world.tom.post("/v1/subscriptions/\(hook.id)/secret")
            let secret = try #require(renewed["secret"].text)
            #expect(secret != hook.secret)
            #expect(renewed["formerSecretUntil"].text != nil)
            for stored in [hook.secret, secret] {
                let bytes = try #require(Data(base64Encoded: String(stored.dropFirst("whsec_".count))))
                let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
                try await world.expect(
                    "SELECT count(*) FROM webhook AS w WHERE strpos(w::text, '\(hexadecimal)') > 0", is: "0")
            }
            try await tell([hook.secret, secret], to: receiver, outside)

            let test = try await world.tom.post("/v1/subscriptions/\(hook.id)/test")

            let both: Received = try await receiver.event()
            #expect(test["delivered"] == .boolean(true))
            #expect(both.verified == [true, true])
            #expect(both.signatures == 2)

            try await world.database.run(script: "UPDATE webhook SET former_until = now()")
            _ = try await world.tom.post("/v1/subscriptions/\(hook.id)/test")

            let one: Received = try await receiver.event()
            #expect(one.verified == [false, true])
            #expect(one.signatures == 1)
        }
    }

    @Test func `that failed gets the same message again under the same id`() async throws {
        try await withReceiver { receiver, outside, world in
            _ = try await register("/once/more", at: receiver, outside, world)

            _ = try await world.lunch()

            let first: Received = try await receiver.event()
            let second: Received = try await receiver.event()
            #expect(first.type == "outing.invited")
            #expect(second.id == first.id)
            #expect(second.body == first.body)
            #expect(second.verified == [true])
            try await world.expect("SELECT count(*) FROM delivery WHERE channel = 'webhook'", is: "0")
            #expect(
                try await world.value("SELECT count(*) FROM webhook_message WHERE type <> 'webhook.test'")
                    == "1")
        }
    }

    @Test func `that requests a pause gets it`() async throws {
        try await withReceiver { receiver, outside, world in
            _ = try await register("/later", at: receiver, outside, world)

            _ = try await world.lunch()

            let _: Received = try await receiver.event()
            try await world.expect(
                """
                SELECT due_at BETWEEN now() + interval '500 s' AND now() + interval '600 s'
                  FROM delivery WHERE channel = 'webhook' AND lease = 0
                """, is: "t")
        }
    }

    @Test func `that answers 410 is ended, and can be taken up again`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/status/410", at: receiver, outside, world)
            _ = try await world.lunch()
            let _: Received = try await receiver.event()
            try await world.expect("SELECT count(*) FROM delivery_endpoint", is: "0")

            let ended = try await world.tom.get("/v1/subscriptions")["items"][0]
            #expect(ended["endedAt"].text != nil)
            #expect(ended["endedBecause"].text == "The receiver answered 410.")
            try await world.expect(
                "SELECT count(*) FROM outing_watch WHERE channel = 'webhook' AND live", is: "0")
            try await world.expectSound()

            let again = try await world.tom.patch("/v1/subscriptions/\(hook.id)", #"{"enabled":true}"#)

            #expect(again["endedAt"] == .null)
            try await world.expect(
                "SELECT count(*) FROM outing_watch WHERE channel = 'webhook' AND live", is: "1")
            try await world.expectSound()
        }
    }

    @Test(arguments: [
        ("/elsewhere", "302", "The receiver answered 302."),
        ("/status/500", "500", "The receiver answered 500."),
        ("/big", "", "response 200 is longer than 65536 bytes"),
    ])
    func `lists its failed deliveries without the receiver's answers`(
        path: String, status: String, detail: String
    ) async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register(path, at: receiver, outside, world)

            let test = try await world.tom.post("/v1/subscriptions/\(hook.id)/test")

            let received: Received = try await receiver.event()
            #expect(received.path == path)
            #expect(test["delivered"] == .boolean(false))
            #expect(test["detail"].text == detail)
            #expect(!test.text.contains("words"))
            let attempt = try await world.tom.get("/v1/subscriptions/\(hook.id)/attempts")["items"][0]
            #expect(attempt["status"].number.map(String.init) ?? "" == status)
        }
    }

    @Test func `can be sent past messages again, by its owner only`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            _ = try await world.lunch()
            let invited: Received = try await receiver.event()

            let replayed = try await world.tom.post(
                "/v1/subscriptions/\(hook.id)/replay", #"{"message":"\#(invited.id)"}"#)

            let again: Received = try await receiver.event()
            #expect(replayed["delivered"] == .boolean(true))
            #expect(again.id == invited.id)
            #expect(again.body == invited.body)
            #expect(again.verified == [true])
            let unknown = try await world.tom.post(
                "/v1/subscriptions/\(hook.id)/replay", #"{"message":"x"}"#)
            #expect(unknown.status == .notFound)
            let foreign = try await world.leila.post(
                "/v1/subscriptions/\(hook.id)/replay", #"{"message":"\#(invited.id)"}"#)
            #expect(foreign.status == .notFound)
        }
    }

    @Test func `is not registered unless the receiver repeats the challenge`() async throws {
        try await withReceiver { receiver, _, world in
            for path in ["/deaf", "/secrets"] {
                let added = try await world.tom.post(
                    "/v1/subscriptions",
                    #"{"kind":"webhook","url":"https://localhost:\#(receiver.port)\#(path)"}"#)

                #expect(added.status == .unprocessableContent)
                #expect(added.code == "webhook_not_confirmed")
            }
            #expect(try await world.subscriptions(of: world.tom) == [])
            try await world.expectSound()
        }
    }

    @Test func `keeps its log for 30 days`() async throws {
        try await withReceiver { receiver, outside, world in
            let hook = try await register("/ok", at: receiver, outside, world)
            for _ in 0..<2 { _ = try await world.tom.post("/v1/subscriptions/\(hook.id)/test") }
            try await world.database.run(
                script: """
                    UPDATE webhook_message SET at = now() - interval '30 days 1 minute'
                     WHERE id = (SELECT min(id) FROM webhook_message)
                    """)

            try await world.database.execute(.removeWebhookLog(now: nil))

            let attempts = try await world.tom.get("/v1/subscriptions/\(hook.id)/attempts")
            #expect(attempts["items"].elements.count == 1)
        }
    }
}
