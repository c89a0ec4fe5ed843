import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport
import Testing

/// An outing at a restaurant of the directory.
struct OutingPlaceTests {
    private static let kettu = "0198c0de-0000-7000-8000-000000000001"
    private static let kuu = "0198c0de-0000-7000-8000-000000000002"

    private func withDirectory(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
        try await withOutings { world in
            try await world.restaurant("Kettu", id: try #require(RestaurantID(Self.kettu)))
            try await world.restaurant("Kuu", id: try #require(RestaurantID(Self.kuu)))
            try await test(world)
        }
    }

    @Test func `an outing shows whether its place is open then by the current directory`() async throws {
        try await withDirectory { world in
            let outing = try await world.outing(
                #""restaurantId":"\#(Self.kettu)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#
            )
            #expect(try await world.leila.get(outing.path)["openThen"]["state"].text == "unknown")

            try await world.database.run(
                script: """
                    UPDATE restaurant
                       SET opening_hours = 'Th 11:00-15:00 "lunch"', time_zone = 'Europe/Helsinki'
                     WHERE id = '\(Self.kettu)';
                    """, named: "test.hours")

            let shown = try await world.leila.get(outing.path)
            #expect(shown["openThen"]["state"].text == "open")
            #expect(shown["openThen"]["until"].text?.hasPrefix("2027-03-11T13:00:00") == true)
            #expect(shown["openThen"]["comment"].text == "lunch")
            let list = try await world.leila.get("/v1/outings")
            #expect(list["items"][0]["openThen"]["state"].text == "open")
            let moved = try await world.leila.patch(
                outing.path, #"{"startsAt":"2027-03-12T12:30"}"#, headers: [.ifMatch: outing.tag])
            #expect(moved["openThen"]["state"].text == "closed")
            let stale = try await world.leila.patch(
                outing.path, #"{"title":"Soup"}"#, headers: [.ifMatch: outing.tag])
            #expect(stale.status == .preconditionFailed)
            let current = try await world.leila.get(outing.path)
            #expect(stale["current"] == current.json && current["openThen"]["state"].text == "closed")
            #expect(stale.headers[.eTag] == current.headers[.eTag])
            let open = try await world.leila.patch(
                outing.path, #"{"startsAt":null}"#, headers: [.ifMatch: moved.headers[.eTag] ?? ""])
            #expect(open["openThen"] == .null)
        }
    }

    @Test func `an edit's response equals a later read, whatever it changed`() async throws {
        try await withDirectory { world in
            let outing = try await world.outing(#""restaurantId":"\#(Self.kettu)","capacity":4"#)
            try await world.database.run(
                script: """
                    UPDATE restaurant SET opening_hours = 'Mo-Su 11:00-15:00', time_zone = 'Europe/Helsinki'
                    """, named: "test.hours")
            var tag = outing.tag
            for patch in [
                #"{"title":"  Soup\u2003day "}"#, #"{"note":"Bring an umbrella.\r\nAnd a friend."}"#,
                #"{"timeZone":"Europe/Helsinki","startsAt":"2027-03-28T12:30:00"}"#,
                #"{"endsAt":"2027-03-28T14:00","respondBy":"2027-03-27T23:59:59"}"#,
                #"{"timeZone":"America/New_York"}"#, #"{"restaurantId":"\#(Self.kuu)","note":null}"#,
                #"{"capacity":2,"title":"Two"}"#, "{}", #"{"startsAt":null,"restaurantId":null}"#,
                #"{"place":"By the harbour","capacity":null}"#, #"{"place":"By the old harbour"}"#,
            ] {
                let answer = try await world.leila.patch(outing.path, patch, headers: [.ifMatch: tag])
                let read = try await world.leila.get(outing.path)

                #expect(answer.status == .ok)
                #expect(answer.json == read.json, "after \(patch)")
                #expect(answer.headers[.eTag] == read.headers[.eTag])
                tag = answer.headers[.eTag] ?? ""
            }
        }
    }

    @Test func `a link's visitor sees whether the place is open then`() async throws {
        try await withDirectory { world in
            let outing = try await world.outing(
                #""restaurantId":"\#(Self.kettu)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#
            )
            let link = try await world.leila.post(outing.path + "/links")
            let token = try #require(link["url"].text?.split(separator: "/").last)
            for (hours, sentence) in [
                ("NULL", "Hours not known. Call to ask."), ("'Th 11:00-15:00'", "Open then, until 15:00"),
                ("'Th 17:00-23:00'", "Closed then"),
            ] {
                try await world.database.run(
                    script: "UPDATE restaurant SET opening_hours = \(hours), time_zone = 'Europe/Helsinki'",
                    named: "test.hours")

                let page = try await world.anonymous.get("/i/\(token)")
                let view = try await world.anonymous.get("/v1/invitations/\(token)")

                #expect(page.text.contains(sentence))
                #expect(view["openThen"] == (try await world.leila.get(outing.path)["openThen"]))
            }
        }
    }

    @Test func `a place keeps the attribution it was chosen with, and a place in free text has none`()
        async throws
    {
        try await withDirectory { world in
            let outing = try await world.outing(#""restaurantId":"\#(Self.kettu)""#)
            let shown = try await world.leila.get(outing.path)
            #expect(shown["restaurant"]["name"].text == "Kettu")
            #expect(shown["restaurant"]["attribution"].text == "© The town")

            try await world.database.run(
                script: "UPDATE restaurant_source SET attribution = 'somebody else'", named: "test.source")
            let later = try await world.leila.get(outing.path)
            #expect(later["restaurant"]["attribution"].text == "© The town")

            let words = try await world.leila.patch(
                outing.path, #"{"restaurantId":null,"place":"At mine"}"#, headers: [.ifMatch: outing.tag])
            #expect(words.status == .ok && words["place"].text == "At mine" && words["restaurant"] == .null)
        }
    }

    @Test func `a search for an outing uses its time and the places where most of its people have met`()
        async throws
    {
        try await withDirectory { world in
            let past = try await world.outing(
                #""restaurantId":"\#(Self.kettu)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#
            )
            try await world.database.run(
                script: "UPDATE outing SET starts_at = now() - interval '9 days'", named: "test.past")
            let planned = try await world.outing(
                #""restaurantId":"\#(Self.kuu)","startsAt":"2027-03-12T18:00","timeZone":"Europe/Helsinki""#)
            let context = OutingSearchContext(database: world.database)
            let leila = Actor.person(world.cast.leila.id, session: SessionID(UUID()))

            let situation = try await context.situation(
                of: #require(OutingID(planned.id)), for: leila)

            #expect(situation.timeZone == "Europe/Helsinki")
            #expect(situation.startsAt == Date(timeIntervalSince1970: 1_804_867_200))
            #expect(situation.visited.keys.map(\.uuidString) == [Self.kettu.uppercased()])
            #expect(past.id != planned.id)
        }
    }

    @Test func `a stranger's search reveals nothing about an outing`() async throws {
        try await withDirectory { world in
            let outing = try await world.outing()
            let id = try #require(OutingID(outing.id))
            let context = OutingSearchContext(database: world.database)
            let stranger = Actor.person(world.cast.stranger.id, session: SessionID(UUID()))

            for actor in [stranger, .anonymous] {
                await #expect(throws: Denial.notFound) {
                    try await context.situation(of: id, for: actor)
                }
            }
        }
    }
}
