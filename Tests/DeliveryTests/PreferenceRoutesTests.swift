import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct PreferenceRoutesTests {
    @Test func `everything is delivered at every hour by default`() async throws {
        try await withDelivery { world in
            let list = try await world.tom.get("/v1/me/channels")

            #expect(list.status == .ok)
            #expect(
                list["items"].elements.compactMap { $0["channel"].text }
                    == ["apple_push", "mail", "web_push", "webhook"])
            for item in list["items"].elements {
                #expect(item["wanted"] == .boolean(true))
                #expect(item["quietHours"] == .null)
                #expect(item["urgent"] == .boolean(true))
                #expect(item["everything"] == .boolean(false))
            }
        }
    }

    @Test func `a patch changes its members only`() async throws {
        try await withDelivery { world in
            let path = "/v1/me/channels/mail"
            let quiet = try await world.tom.patch(path, #"{"quietHours":{"from":"22:00","until":"07:05"}}"#)
            let off = try await world.tom.patch(path, #"{"wanted":false,"urgent":false}"#)
            let all = try await world.tom.patch(path, #"{"everything":true}"#)
            let open = try await world.tom.patch(path, #"{"quietHours":null}"#)

            #expect(quiet["quietHours"]["from"] == .string("22:00"))
            #expect(quiet["wanted"] == .boolean(true))
            #expect(off["quietHours"]["until"] == .string("07:05"))
            #expect(off["wanted"] == .boolean(false))
            #expect(open["quietHours"] == .null)
            #expect(open["urgent"] == .boolean(false))
            #expect(all["everything"] == .boolean(true))
            #expect(open["everything"] == .boolean(true))
            let others = try await world.leila.get("/v1/me/channels")
            #expect(others["items"][1]["wanted"] == .boolean(true))
        }
    }

    @Test(arguments: [
        (#"{"quietHours":{"from":"22:00"}}"#, 422),
        (#"{"quietHours":{"from":"24:00","until":"07:00"}}"#, 400),
        (#"{"quietHours":{"from":"07:00","until":"07:00"}}"#, 422), (#"{"quietHours":7}"#, 400),
        (#"{"wanted":"yes"}"#, 400), (#"{"loud":true}"#, 400), (#"[]"#, 400),
    ])
    func `invalid preferences are refused and change nothing`(body: String, status: Int) async throws {
        try await withDelivery { world in
            let answer = try await world.tom.patch("/v1/me/channels/mail", body)

            #expect(answer.status.code == status, "\(answer)")
            let rows = try await world.database.run(script: "SELECT count(*) FROM notification_preference")
            #expect(rows == [["0"]])
        }
    }

    @Test func `neither the inbox, unknown channels nor the preferences of others can be set`() async throws {
        try await withDelivery { world async throws in
            for path in ["/v1/me/channels/inbox", "/v1/me/channels/pigeon"] {
                #expect(try await world.tom.patch(path, #"{"wanted":false}"#).status == .notFound)
            }
            #expect(try await world.site.program().get("/v1/me/channels").status == .unauthorized)
        }
    }

    @Test func `a host sees who has not answered, reminds them, and cannot do so again at once`()
        async throws
    {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)/nudge"

            let preview = try await world.leila.post(path, #"{"preview":true}"#)
            let asked = try await world.leila.post(path, "{}")
            let again = try await world.leila.post(path, "{}")
            let byGuest = try await world.tom.post(path, "{}")
            _ = try await world.updates(of: world.tom, count: 2)
            let answered = try await world.tom.put(
                "/v1/outings/\(lunch.id)/attendance", #"{"status":"attending"}"#)
            let nobody = try await world.leila.post(path, "{}")
            let told = try await world.updates(of: world.leila, count: 1)

            #expect(preview["items"].elements.compactMap { $0["name"].text } == ["Tom"])
            #expect(asked.status == .ok)
            #expect(again["code"] == .string("nudged_recently"))
            #expect(byGuest.status == .forbidden)
            #expect(answered.status == .ok)
            #expect(nobody["code"] == .string("nobody_to_ask"))
            #expect(
                Set(told[0]["changes"].elements.compactMap { $0["kind"].text })
                    == ["person_answered", "everyone_answered"])
        }
    }

    @Test func `a host sees who was reminded before`() async throws {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)"
            let first = try await world.leila.post(path + "/nudge")
            _ = try await world.leila.post(path + "/invitations", #"{"emails":["Ada <ada@example.org>"]}"#)
            try await world.database.run(
                script: """
                    UPDATE cron_slot SET slot = slot - interval '1 day', ran_at = ran_at - interval '1 day'
                    """)

            let preview = try await world.leila.post(path + "/nudge", #"{"preview":true}"#)
            let second = try await world.leila.post(path + "/nudge")
            let later = try await world.leila.post(path + "/nudge", #"{"preview":true}"#)

            func reminded(_ answer: TestSupport.Answer) -> [String?: JSONValue] {
                let people = answer["items"].elements
                return Dictionary(uniqueKeysWithValues: people.map { ($0["name"].text, $0["wasReminded"]) })
            }
            #expect(reminded(first) == ["Tom": .boolean(false)])
            #expect(reminded(preview) == ["Tom": .boolean(true), "Ada": .boolean(false)])
            #expect(second.status == .ok)
            #expect(reminded(later) == ["Tom": .boolean(true), "Ada": .boolean(true)])
        }
    }

    @Test func `a reminder shows the host how it reaches each person, and when the next one is possible`()
        async throws
    {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)"
            _ = try await world.leila.post(
                path + "/invitations",
                #"{"emails":["Ada <ada@example.org>","bo@example.org","cy@example.org"]}"#)
            // An address whose owner has blocked the host looks like any other.
            try await world.database.run(
                script: """
                    INSERT INTO person_block (person_id, other_id)
                    VALUES ('\(world.cast.stranger.id)', '\(world.cast.leila.id)')
                    """)
            _ = try await world.leila.post(
                path + "/invitations", #"{"emails":["Stranger <stranger@example.org>"]}"#)
            _ = try await eventually("both mails") {
                try await world.value(
                    """
                    SELECT 1 FROM invitation
                     WHERE address IN ('bo@example.org', 'cy@example.org') AND state = 'sent'
                    HAVING count(*) = 2
                    """)
            }
            try await world.database.run(
                script: """
                    UPDATE invitation SET state = 'bounced' WHERE address = 'bo@example.org';
                    UPDATE outing_watch AS w
                       SET live = false, muted = true, ended_at = now()
                      FROM invitation AS i
                     WHERE i.address = 'cy@example.org' AND w.channel = 'mail'
                       AND w.outing_id = i.outing_id AND w.person_id = i.person_id
                    """)

            let preview = try await world.leila.post(path + "/nudge", #"{"preview":true}"#)
            let list = try await world.leila.get(path + "/attendees")
            let asked = try await world.leila.post(path + "/nudge")
            let again = try await world.leila.post(path + "/nudge")
            let later = try await world.leila.post(path + "/nudge", #"{"preview":true}"#)
            let seenByTom = try await world.tom.get(path + "/attendees")

            let reach = Dictionary(
                uniqueKeysWithValues: preview["items"].elements.map { ($0["name"].text, $0["reach"].text) })
            #expect(
                reach == [
                    "Tom": "app", "Ada": "mail", "Stranger": "mail", "bo@example.org": "none",
                    "cy@example.org": "none",
                ])
            #expect(preview["nextAt"] == .null)
            #expect(asked["items"].elements.count == 5)
            let nextAt = try #require(again["nextAt"].text)
            #expect(again.status == .conflict && asked["nextAt"].text == nextAt)
            #expect(again.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 86_000)
            #expect(later["nextAt"].text == nextAt)
            #expect(list["items"].elements.count { $0["reach"].text == "none" } == 2)
            #expect(!seenByTom.text.contains("reach"))
        }
    }

    @Test func `answers are not requested after their deadline, unless it is moved`()
        async throws
    {
        try await withDelivery { world in
            let lunch = try await world.lunch()
            let path = "/v1/outings/\(lunch.id)/nudge"
            try await world.database.run(
                script: "UPDATE outing SET respond_by = now() - interval '1 minute' WHERE id = '\(lunch.id)'")

            let late = try await world.leila.post(path, "{}")
            let preview = try await world.leila.post(path, #"{"preview":true}"#)
            try await world.database.run(
                script: "UPDATE outing SET respond_by = now() + interval '2 days' WHERE id = '\(lunch.id)'")
            let moved = try await world.leila.post(path, "{}")

            #expect(late.status == .conflict && late["code"].text == "nudged_too_late")
            #expect(preview["code"].text == "nudged_too_late")
            #expect(moved["items"].elements.compactMap { $0["name"].text } == ["Tom"])
        }
    }

    @Test func `a stream that follows an outing ends when the outing is deleted`() async throws {
        try await withDelivery { world in
            let made = try await world.leila.post("/v1/outings", #"{"title":"Alone"}"#)
            let id = try #require(made["id"].text)
            let stream = try LiveStream(
                port: world.site.port, path: "/v1/updates/stream?outings=\(id)", token: world.leila.token)
            #expect(await stream.waits(for: "event: revision"))

            let deleted = try await world.leila.send(.delete, "/v1/outings/\(id)")
            let isOpen = await stream.waits(for: "what is never said")

            #expect(deleted.status.code < 300)
            #expect(!isOpen)
        }
    }
}

extension JSONValue {
    fileprivate var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
