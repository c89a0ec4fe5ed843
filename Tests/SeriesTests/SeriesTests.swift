import Foundation
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import OpeningHours
import Postgres
import TestSupport
import Testing

@testable import Series

@Suite struct `A series` {
    @Test func `makes two outings at once and four weeks of them in all, each by itself`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(
                #""note":"Bring cash","place":"Park","capacity":8,"durationMinutes":90"#)
            let first = try await club.outings()
            try await world.worker.runDue()

            let outings = try await club.outings()

            #expect(first.count == 2)
            #expect(outings.count == 4)
            #expect(Set(outings.compactMap { $0["id"].text }).count == 4)
            for (index, outing) in outings.enumerated() {
                #expect(outing["startsAt"].text == "\(world.day(3 + 7 * index).text)T12:00:00+00:00")
                #expect(outing["endsAt"].text == "\(world.day(3 + 7 * index).text)T13:30:00+00:00")
                #expect(outing["title"].text == "Lunch" && outing["place"].text == "Park")
                #expect(outing["note"].text == "Bring cash" && outing["capacity"].number == 8)
                #expect(outing["counts"]["invited"].number == 2)
                #expect(outing["series"]["date"].text == world.day(3 + 7 * index).text)
            }
            let dates = try await club.dates()
            #expect(dates.count == 12)
            #expect(
                dates.map { $0["state"].text } == Array(repeating: "made", count: 4)
                    + Array(repeating: "planned", count: 8))
            #expect(dates[5]["startsAt"].text == "\(world.day(38).text)T12:00:00+00:00")
            #expect(try await world.worker.runDue() == 0, "there is nothing more to do")
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: 0..<3)
    func `creates one outing a date with several workers running`(round: Int) async throws {
        try await withSeries { world async throws in
            let every =
                #"{"frequency":"weekly","weekdays":["mo","tu","we","th","fr","sa","su"],"startsOn":"\#(world.day(1).text)"}"#
            _ = try await world.lunch(rule: every)

            try await withThrowingTaskGroup { group in
                for _ in 0..<8 { group.addTask { try await world.worker.runDue() } }
                try await group.waitForAll()
            }
            while try await world.worker.runDue() > 0 {}

            let outings: Int = try await world.one("SELECT count(*) FROM outing")
            let dates: Int = try await world.one("SELECT count(DISTINCT series_date) FROM outing")
            #expect(outings == dates)
            #expect((28...29).contains(outings), "\(outings)")
            #expect(try await world.isSound())
        }
    }

    @Test func `keeps its wall time over a clock change`() async throws {
        try await withSeries { world async throws in
            // Clocks go forward on 28 March 2100 at 3:00 in Helsinki.
            let rule = #"{"frequency":"weekly","weekdays":["su"],"startsOn":"2100-03-21"}"#
            let lunch = try await world.lunch(rule: rule)
            _ = try await lunch.patch(#"{"timeZone":"Europe/Helsinki","startTime":"12:30"}"#)
            let night = try await world.lunch(rule: rule)
            _ = try await night.patch(#"{"timeZone":"Europe/Helsinki","startTime":"03:30"}"#)

            #expect(
                try await lunch.outings().map { $0["startsAt"].text } == [
                    "2100-03-21T12:30:00+02:00", "2100-03-28T12:30:00+03:00",
                ])
            #expect(
                try await night.outings().map { $0["startsAt"].text } == [
                    "2100-03-21T03:30:00+02:00", "2100-03-28T04:30:00+03:00",
                ])
        }
    }

    @Test func `is refused for an invalid rule or invalid people`() async throws {
        try await withSeries { world async throws in
            let weekly = #""frequency":"weekly","weekdays":["th"],"startsOn":"2100-03-04""#
            func code(_ rule: String, _ members: String = "") async throws -> String? {
                try await world.leila.post(
                    "/v1/series", #"{"title":"Lunch","startTime":"12:00","rule":{\#(rule)}\#(members)}"#
                ).code
            }
            func fault(_ rule: String, _ members: String = "") async throws -> String? {
                try await world.leila.post(
                    "/v1/series", #"{"title":"Lunch","startTime":"12:00","rule":{\#(rule)}\#(members)}"#
                )["errors"][0]["code"].text
            }

            #expect(
                try await fault(#""frequency":"weekly","weekdays":[],"startsOn":"2100-03-04""#) == "missing")
            #expect(
                try await fault(#""frequency":"daily","weekdays":["th"],"startsOn":"2100-03-04""#)
                    == "not_one_of")
            #expect(
                try await fault(#""frequency":"weekly","weekdays":["th"],"startsOn":"2100-02-30""#)
                    == "malformed_date")
            #expect(try await fault(weekly + #","endsOn":"2100-04-01","count":3"#) == "two_ends")
            #expect(try await fault(weekly + #","endsOn":"2100-03-03""#) == "end_before_start")
            #expect(try await fault(weekly + #","week":2"#) == "not_weekly")
            #expect(
                try await fault(#""frequency":"monthly","weekdays":["th"],"startsOn":"2100-03-04""#)
                    == "missing")
            #expect(
                try await fault(
                    #""frequency":"monthly","weekdays":["th","fr"],"week":1,"startsOn":"2100-03-04""#)
                    == "one_weekday")
            #expect(
                try await code(#""frequency":"weekly","weekdays":["th"],"startsOn":"2001-03-04","count":3"#)
                    == "no_dates")
            #expect(
                try await code(#""frequency":"weekly","weekdays":["sa"],"startsOn":"2000-01-01","count":3"#)
                    == "no_dates")
            #expect(try await code(weekly, #","skipHolidays":"QQ""#) == "unknown_country")
            #expect(try await code(weekly, #","people":["\#(world.cast.stranger.id)"]"#) == "not_a_friend")
            #expect(try await code(weekly, #","circles":["\#(UUID())"]"#) == "unknown_circle")
            #expect(try await code(weekly, #","restaurantId":"\#(UUID())""#) == "unknown_restaurant")
            #expect(try await code(weekly, #","plaice":"Beach""#) == "unknown_field")
            #expect(try await world.one("SELECT count(*) FROM series") == 0)
            #expect(try await world.one("SELECT count(*) FROM outing") == 0)
        }
    }

    @Test func `is one of fifty that a host can have`() async throws {
        try await withSeries { world async throws in
            try await world.run(
                """
                INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays,
                       starts_on, made_through)
                SELECT gen_random_uuid(), \(world.cast.leila.id), 'Lunch', 'Europe/Helsinki', 720, 'weekly', 1,
                       ARRAY[4], '2100-03-04', '2100-03-03'
                  FROM generate_series(1, 50)
                """)
            let body =
                #"{"title":"Lunch","startTime":"12:00","rule":{"frequency":"weekly","weekdays":["th"],"startsOn":"2100-03-04"}}"#

            let more = try await world.leila.post("/v1/series", body)
            let other = try await world.tom.post("/v1/series", body)

            #expect(more.status == .conflict && more.limit == "too_many_series 50 0")
            #expect(other.status == .created)
        }
    }

    @Test func `can be edited by its host only and read by its members only`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()

            #expect(try await club.read(world.tom)["mine"]["comes"] == .boolean(false))
            #expect(try await world.tom.get("/v1/series")["items"].elements.count == 1)
            #expect(try await world.stranger.get("/v1/series")["items"].elements.isEmpty)
            #expect(try await club.read(world.stranger).status == .notFound)
            #expect(try await world.anonymous.get(club.path).status == .unauthorized)
            #expect(
                try await world.tom.patch(club.path, #"{"title":"Tea"}"#, headers: [.ifMatch: "*"]).status
                    == .forbidden)
            #expect(try await world.tom.delete(club.path).status == .forbidden)
            #expect(
                try await world.leila.put(club.path + "/standing", #"{"comes":true}"#).status == .forbidden)
            #expect(try await world.leila.patch(club.path, #"{"title":"Tea"}"#).status.code == 428)
            #expect(
                try await world.leila.patch(
                    club.path, #"{"title":"Tea"}"#, headers: [.ifMatch: "\"9.000000000000000000000000\""]
                )
                .status
                    == .preconditionFailed)
        }
    }
}
