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

/// Against a push service that checks and opens what it gets with programs that are not ours.
@Suite(.timeLimit(.minutes(30))) struct `A browser that subscribed` {
    @Test func `gets an invitation and an edit once each, encrypted and signed`() async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                let endpoint = "https://localhost:\(service.port)/push/toms"
                let added = try await world.tom.post("/v1/subscriptions", keys.subscription(to: endpoint))
                #expect(added.status == .created, "\(added)")

                let lunch = try await world.lunch()

                let invitation: Pushed = try await service.event()
                #expect(invitation.faults == [])
                #expect(invitation.name == "toms")
                #expect(invitation.version == "2")
                #expect(invitation.subject == "mailto:ops@eat.example")
                #expect(invitation.said("title") == "Leila invites you: Lunch")
                #expect(invitation.said("path") == "/outings/\(lunch.id)")
                #expect(invitation.said("outing") == "\(lunch.id)")
                #expect(invitation.topic == "\(lunch.id)".replacing("-", with: ""))
                #expect(invitation.ttl == 259_200)
                #expect(invitation.urgency == "normal")

                let patched = try await world.leila.patch(
                    "/v1/outings/\(lunch.id)", #"{"title":"Early lunch","place":"The corner café"}"#,
                    headers: [.ifMatch: lunch.tag])
                #expect(patched.status == .ok, "\(patched)")

                let edit: Pushed = try await service.event()
                #expect(edit.faults == [])
                #expect(edit.said("title") == "Early lunch")
                #expect(edit.said("body")?.contains("The corner café") == true)
                #expect(edit.topic == invitation.topic)
                #expect(edit.said("id") != invitation.said("id"))
                try await world.expect("SELECT count(*) FROM delivery WHERE channel = 'web_push'", is: "0")
                try await world.expectSound()
            }
        }
    }

    @Test func `gets the updates of earlier outings from then on`() async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                let lunch = try await world.lunch()
                _ = try await world.tom.post(
                    "/v1/subscriptions",
                    keys.subscription(to: "https://localhost:\(service.port)/push/toms"))

                let cancelled = try await world.leila.put("/v1/outings/\(lunch.id)/cancellation")
                #expect(cancelled.status == .ok, "\(cancelled)")

                let pushed: Pushed = try await service.event()
                #expect(pushed.said("title") == "Cancelled: Lunch")
                #expect(pushed.faults == [])
            }
        }
    }

    @Test(arguments: ["gone", "missing"])
    func `and is no more is forgotten, and its watches end`(name: String) async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                _ = try await world.tom.post(
                    "/v1/subscriptions",
                    keys.subscription(to: "https://localhost:\(service.port)/push/\(name)"))

                _ = try await world.lunch()

                let pushed: Pushed = try await service.event()
                #expect(pushed.name == name)
                try await world.expect("SELECT count(*) FROM push_device", is: "0")
                try await world.expect(
                    "SELECT count(*) FROM outing_watch WHERE channel = 'web_push' AND live", is: "0")
                try await world.expect("SELECT count(*) FROM delivery_endpoint", is: "0")
                try await world.expect("SELECT count(*) FROM delivery WHERE channel = 'web_push'", is: "0")
                #expect(try await world.subscriptions(of: world.tom) == [])
            }
        }
    }

    /// Half an hour and an hour; of itself it would come back after seconds. However slow the machine is, most of that is left.
    @Test(arguments: [("busy", 1_800), ("down", 3_600)])
    func `gets nothing for as long as its push service requests`(name: String, seconds: Int) async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                _ = try await world.tom.post(
                    "/v1/subscriptions",
                    keys.subscription(to: "https://localhost:\(service.port)/push/\(name)"))

                _ = try await world.lunch()

                let _: Pushed = try await service.event()
                try await world.expect(
                    """
                    SELECT due_at BETWEEN now() + interval '\(seconds / 3) s' AND now() + interval '\(seconds) s'
                      FROM delivery WHERE channel = 'web_push' AND lease = 0
                    """, is: "t")
                #expect(try await world.value("SELECT count(*) FROM push_device") == "1")
            }
        }
    }

    @Test(arguments: ["large", "foreign"])
    func `whose push service will never take a message has it set aside`(name: String) async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                _ = try await world.tom.post(
                    "/v1/subscriptions",
                    keys.subscription(to: "https://localhost:\(service.port)/push/\(name)"))

                _ = try await world.lunch()

                try await world.expect("SELECT count(*) FROM dead_letter WHERE channel = 'web_push'", is: "1")
                #expect(try await world.value("SELECT count(*) FROM push_device") == "1")
            }
        }
    }

    @Test func `can be tried out, and the answer is honest`() async throws {
        try await withPushService { service, keys, outside in
            try await withDelivery(channels: outside.ways) { world in
                for name in ["fine", "gone"] {
                    let added = try await world.tom.post(
                        "/v1/subscriptions",
                        keys.subscription(to: "https://localhost:\(service.port)/push/\(name)"))
                    let id = try #require(added["id"].text)

                    let answer = try await world.tom.post("/v1/subscriptions/\(id)/test")

                    let pushed: Pushed = try await service.event()
                    #expect(pushed.said("title") == "Noonish reaches this device")
                    #expect(pushed.faults == [])
                    #expect(answer.status == .ok)
                    #expect(answer["delivered"] == .boolean(name == "fine"))
                    #expect(answer["detail"].text == (name == "fine" ? nil : "the push service answered 410"))
                    let foreign = try await world.leila.post("/v1/subscriptions/\(id)/test")
                    #expect(foreign.status == .notFound)
                }
            }
        }
    }
}
