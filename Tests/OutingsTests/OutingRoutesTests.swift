import HTTPTypes
import JSON
import Outings
import Postgres
import TestSupport
import Testing

@Suite struct OutingRoutesTests {
    @Test func `an outing needs only a title`() async throws {
        try await withOutings { world in
            let answer = try await world.leila.post("/v1/outings", #"{"title":"Lunch"}"#)

            #expect(answer.status == .created)
            #expect(answer["state"].text == "planning")
            #expect(answer["startsAt"] == .null)
            #expect(answer["timeZone"].text == "Europe/Helsinki")
            #expect(answer["myAttendance"]["role"].text == "host")
            #expect(answer["counts"]["attending"].number == 1)
            #expect(answer["counts"]["seats"].number == 1)
            #expect(try await world.isSound())
        }
    }

    @Test func `time and zone are returned as they were set`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30","place":"The corner café""#)
            let answer = try await world.leila.get(outing.path)

            #expect(answer["startsAt"].text == "2027-03-11T12:30:00+02:00")
            #expect(answer["place"].text == "The corner café")
            #expect(answer["state"].text == "set")
        }
    }

    @Test func `without an end takes the usual time in the database too`() async throws {
        try await withOutings { world in
            let hours = Int(OutingLimits.defaultDuration) / 3_600
            let start = "'2027-03-27T23:00Z'::timestamptz"

            let answer = try await world.database.run(
                script: """
                    SELECT outing_end(\(start), NULL) = \(start) + interval '\(hours) hours'
                       AND outing_end(\(start), '2027-03-28Z') = '2027-03-28Z'
                       AND outing_end(NULL, NULL) IS NULL
                    """)

            #expect(answer == [["t"]])
        }
    }

    @Test func `the zone alone moves the instant and keeps the wall time`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30""#)
            let answer = try await world.leila.patch(
                outing.path, #"{"timeZone":"Asia/Tokyo"}"#, ifMatch: outing.tag)

            #expect(answer["startsAt"].text == "2027-03-11T12:30:00+09:00")
        }
    }

    @Test func `a new start keeps the duration, and removing the start removes the end`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""startsAt":"2027-03-11T12:30","endsAt":"2027-03-11T14:00""#)
            let moved = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-11T18:00"}"#, ifMatch: outing.tag)
            #expect(moved["endsAt"].text == "2027-03-11T19:30:00+02:00")

            let cleared = try await world.leila.patch(
                outing.path, #"{"startsAt":null}"#, ifMatch: try #require(moved.headers[.eTag]))
            #expect(cleared["startsAt"] == .null)
            #expect(cleared["endsAt"] == .null)
        }
    }

    @Test func `an edit needs the version it was made against`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let unsaid = try await world.leila.patch(outing.path, #"{"title":"Dinner"}"#)
            #expect(unsaid.status == .preconditionRequired)

            let first = try await world.leila.patch(outing.path, #"{"title":"Dinner"}"#, ifMatch: outing.tag)
            #expect(first.status == .ok)
            #expect(first["version"].number == 2)

            let stale = try await world.leila.patch(outing.path, #"{"title":"Brunch"}"#, ifMatch: outing.tag)
            #expect(stale.status == .preconditionFailed)
            #expect(stale["current"]["title"].text == "Dinner")
            #expect(stale.headers[.eTag] != nil)
        }
    }

    @Test func `an answer does not invalidate the host's edit`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)
            _ = try await world.tom.put(outing.path + "/attendance", #"{"status":"attending"}"#)

            let saved = try await world.leila.patch(
                outing.path, #"{"note":"Bring cash"}"#, ifMatch: outing.tag)

            #expect(saved.status == .ok)
            #expect(saved["revision"].number == 3)
            #expect(saved["version"].number == 2)
        }
    }

    @Test func `a patch that changes nothing leaves no trace`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let answer = try await world.leila.patch(
                outing.path, #"{"title":"Thursday lunch"}"#, ifMatch: outing.tag)

            #expect(answer["revision"].number == 1)
            #expect(answer.headers[.eTag] == outing.tag)
        }
    }

    @Test(arguments: [
        (#"{}"#, 422, "/title", "missing"),
        (#"{"title":7}"#, 400, "/title", "wrong_type"),
        (#"{"title":"x","colour":"red"}"#, 400, "/colour", "unknown_field"),
        (#"{"title":"x","startsAt":"tomorrow"}"#, 422, "/startsAt", "malformed_time"),
        (#"{"title":"x","startsAt":"2027-03-28T03:30"}"#, 422, "/startsAt", "time_skipped"),
        (#"{"title":"x","startsAt":"9999-01-01T00:00"}"#, 422, "/startsAt", "time_out_of_range"),
        (#"{"title":"x","timeZone":"EET"}"#, 422, "/timeZone", "unknown_time_zone"),
        (#"{"title":"x","endsAt":"2027-03-11T12:30"}"#, 422, "/endsAt", "end_without_start"),
        (
            #"{"title":"x","startsAt":"2027-03-11T12:30","endsAt":"2027-03-11T12:30"}"#, 422, "/endsAt",
            "end_before_start"
        ),
        (#"{"title":"x","capacity":0}"#, 422, "/capacity", "out_of_range"),
        (
            #"{"title":"x","restaurantId":"0198c0de-0000-7000-8000-000000000000"}"#, 422, "/restaurantId",
            "unknown_restaurant"
        ),
        (
            #"{"title":"x","invite":{"emails":["not an address"]}}"#, 422, "/invite/emails/0",
            "not_an_email_address"
        ),
    ])
    func `invalid input is reported by pointer and changes nothing`(
        body: String, status: Int, pointer: String, code: String
    ) async throws {
        try await withOutings { world in
            let answer = try await world.leila.post("/v1/outings", body)

            #expect(answer.status.code == status)
            #expect(answer["errors"][0]["pointer"].text == pointer)
            #expect(answer["errors"][0]["code"].text == code)
            #expect(try await world.one("SELECT count(*) FROM outing") == 0)
        }
    }

    @Test func `an outing that the caller may not see is not found`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()

            for visitor in [world.stranger, world.tom] {
                #expect(try await visitor.get(outing.path).status == .notFound)
                #expect(try await visitor.get(outing.path + "/attendees").status == .notFound)
                let edit = try await visitor.patch(outing.path, #"{"title":"Mine"}"#, ifMatch: outing.tag)
                #expect(edit.status == .notFound)
            }
            #expect(try await world.anonymous.get(outing.path).status == .unauthorized)
            #expect(try await world.leila.get("/v1/outings/not-an-id").status == .notFound)
        }
    }

    @Test func `an invitee sees the outing and may not edit it`() async throws {
        try await withOutings { world in
            let outing = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)

            #expect(try await world.tom.get(outing.path).status == .ok)
            let edit = try await world.tom.patch(outing.path, #"{"title":"Mine"}"#, ifMatch: outing.tag)
            #expect(edit.status == .forbidden)
        }
    }

    @Test func `a repeated request with one idempotency key creates one outing`() async throws {
        try await withOutings { world in
            let key: HTTPFields = [HTTPField.Name("Idempotency-Key")!: "\"abc\""]
            let first = try await world.leila.post("/v1/outings", #"{"title":"Lunch"}"#, headers: key)
            let again = try await world.leila.post("/v1/outings", #"{"title":"Lunch"}"#, headers: key)
            let other = try await world.leila.post("/v1/outings", #"{"title":"Dinner"}"#, headers: key)
            let toms = try await world.tom.post("/v1/outings", #"{"title":"Dinner"}"#, headers: key)

            #expect(first["id"] == again["id"])
            #expect(again.status == .created)
            #expect(other.status == .unprocessableContent)
            #expect(other.code == "idempotency_key_reused")
            #expect(toms.status == .created)
            #expect(try await world.one("SELECT count(*) FROM outing") == 2)
        }
    }

    @Test func `a cancellation can be withdrawn`() async throws {
        try await withOutings { world in
            let outing = try await world.outing()
            let cancelled = try await world.leila.put(outing.path + "/cancellation", #"{"reason":"Rain"}"#)
            #expect(cancelled["state"].text == "cancelled")
            #expect(cancelled["cancelReason"].text == "Rain")

            let back = try await world.leila.delete(outing.path + "/cancellation")
            #expect(back["state"].text == "planning")
            #expect(try await world.isSound())
        }
    }

    @Test func `only an outing without invitees can be deleted`() async throws {
        try await withOutings { world in
            let own = try await world.outing()
            let shared = try await world.outing(#""invite":{"people":["\#(world.cast.tom.id)"]}"#)

            #expect(try await world.leila.delete(own.path).status == .noContent)
            #expect(try await world.leila.delete(shared.path).code == "outing_shared")
            #expect(try await world.leila.get(own.path).status == .notFound)
        }
    }

    @Test
    func `the list starts with outings that need an answer, then sorts by start, those without a time last`()
        async throws
    {
        try await withOutings { world in
            let undated = try await world.outing()
            let late = try await world.outing(#""startsAt":"2027-03-12T12:30""#)
            let early = try await world.outing(#""startsAt":"2027-03-11T12:30""#)
            let tom = try await world.tom.post(
                "/v1/outings", #"{"title":"Toms","invite":{"people":["\#(world.cast.leila.id)"]}}"#)
            let toms = try #require(tom["id"].text)

            let whole = try await world.leila.get("/v1/outings")
            #expect(whole["items"].elements.compactMap(\.id) == [toms, early.id, late.id, undated.id])

            var paged: [String] = []
            var path: String? = "/v1/outings?limit=1"
            while let next = path {
                let page = try await world.leila.get(next)
                paged += page["items"].elements.compactMap(\.id)
                path = page["next"].text.map { "/v1/outings?limit=1&cursor=\($0)" }
            }
            #expect(paged == [toms, early.id, late.id, undated.id])

            let hosting = try await world.leila.get("/v1/outings?role=hosting")
            #expect(hosting["items"].elements.count == 3)
            let past = try await world.leila.get("/v1/outings?when=past")
            #expect(past["items"].elements.isEmpty)
        }
    }

    @Test func `the list follows a new time, a cancellation and the clock at once`() async throws {
        try await withOutings { world in
            let first = try await world.outing(#""startsAt":"2027-03-11T12:30""#)
            let second = try await world.outing(#""startsAt":"2027-03-12T12:30""#)
            let tom = try await world.tom.post(
                "/v1/outings", #"{"title":"Toms","invite":{"people":["\#(world.cast.leila.id)"]}}"#)
            let toms = try #require(tom["id"].text)
            func listed(_ query: String = "") async throws -> [String] {
                try await world.leila.get("/v1/outings\(query)")["items"].elements.compactMap(\.id)
            }
            #expect(try await listed() == [toms, first.id, second.id])

            _ = try await world.leila.patch(
                first.path, #"{"startsAt":"2027-03-13T12:30"}"#, ifMatch: first.tag)
            #expect(try await listed() == [toms, second.id, first.id])
            // What was cancelled needs no answer.
            _ = try await world.tom.put("/v1/outings/\(toms)/cancellation", "{}")
            #expect(try await listed() == [second.id, first.id, toms])
            _ = try await world.tom.delete("/v1/outings/\(toms)/cancellation")
            #expect(try await listed() == [toms, second.id, first.id])

            try await world.run(
                """
                UPDATE outing
                   SET starts_at = now() - interval '3 hours', starts_wall = localtimestamp - interval '3 hours'
                 WHERE id = \(second.id)::text::uuid
                """)
            #expect(try await listed() == [toms, first.id])
            #expect(try await listed("?when=past") == [second.id])
            #expect(try await listed("?when=all&limit=2") == [toms, second.id])
            #expect(try await world.isSound())
        }
    }
}

extension JSONValue {
    fileprivate var id: String? { self["id"].text }
}
