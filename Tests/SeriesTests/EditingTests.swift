import Foundation
import HTTPTypes
import JSON
import Jobs
import NIOCore
import NoonishAPI
import OpenAPI
import OpeningHours
import Outings
import Postgres
import TestSupport
import Testing

@testable import Series

@Suite struct `Editing a series` {
    @Test func `changes every coming outing except its own fields`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""place":"Park""#)
            try await world.worker.runDue()
            _ = try await world.leila.patch(
                try await club.outing(1), #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])

            let answer = try await club.patch(#"{"title":"Dinner","place":"Beach","startTime":"18:30"}"#)

            let outings = try await club.outings()
            #expect(answer["title"].text == "Dinner" && answer["version"].number == 2)
            #expect(outings.map { $0["title"].text } == Array(repeating: "Dinner", count: 4))
            #expect(outings.map { $0["place"].text } == ["Beach", "Hall", "Beach", "Beach"])
            #expect(outings.allSatisfy { $0["startsAt"].text?.hasSuffix("T18:30:00+00:00") == true })
            let isOther = try await club.dates().prefix(4).map { $0["differs"] == .boolean(true) }
            #expect(isOther == [false, true, false, false])
            #expect(try await world.isSound())
        }
    }

    @Test(arguments: OutingState.plainFields.map { $0.name.description })
    func `changes a plain field of all outings and of later ones`(name: String) async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let field = try #require(OutingState.plainFields.first { $0.name.description == name })
            let value = field.inputSchema.example
            var writer = JSONWriter()
            writer.object { $0.field(named: name, value) }

            let answer = try await club.patch(String(buffer: writer.finish()))
            try await world.worker.runDue()

            #expect(answer.status == .ok && answer[name] == value, "\(answer)")
            #expect(try await club.outings().map { $0[name] } == Array(repeating: value, count: 4))
            #expect(try await club.dates().prefix(4).allSatisfy { $0["differs"] == .boolean(false) })
        }
    }

    @Test func `is for its host, and a cohost of one date can change that date, whose fields then stay`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""place":"Park""#)
            let (first, second) = try await (club.outing(0), club.outing(1))
            let made = try await world.leila.put(
                "\(second)/attendees/\(world.cast.tom.id)/role", #"{"role":"cohost"}"#)

            let own = try await world.tom.patch(second, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let other = try await world.tom.patch(first, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let whole = try await world.tom.patch(club.path, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let skipped = try await world.tom.post(
                club.path + "/skips", #"{"date":"\#(try await club.date(0))"}"#)
            _ = try await club.patch(#"{"place":"Beach","title":"Dinner"}"#)
            try await world.worker.runDue()

            #expect(made.status == .ok && own.status == .ok, "\(made) \(own)")
            #expect(other.status == .forbidden)
            #expect(whole.status == .forbidden)
            #expect(skipped.status == .forbidden)
            let outings = try await club.outings()
            #expect(outings.map { $0["place"].text } == ["Beach", "Hall", "Beach", "Beach"])
            #expect(outings.map { $0["title"].text } == Array(repeating: "Dinner", count: 4))
            #expect(outings.map { $0["cohosts"].elements.count } == [0, 1, 0, 0])
            #expect(outings.allSatisfy { $0["host"]["name"].text == "Leila" })
            #expect(try await world.isSound())
        }
    }

    @Test func `from a date on keeps earlier outings and applies to later ones`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.worker.runDue()

            let answer = try await club.patch(#"{"title":"Dinner"}"#, from: try await club.date(2))

            #expect(answer.status == .ok)
            #expect(
                try await club.outings().map { $0["title"].text } == ["Lunch", "Lunch", "Dinner", "Dinner"])
            #expect(answer["title"].text == "Dinner", "what is still to be made follows")
            #expect(try await club.patch(#"{"title":"Tea"}"#, from: world.day(2).text).code == "not_a_date")
        }
    }

    @Test func `to other days cancels the former dates and creates the new ones`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            try await world.worker.runDue()
            let old = try await club.outings().compactMap { $0["id"].text }

            _ = try await club.patch(#"{"rule":\#(world.weekly(from: world.day(4)))}"#)
            try await world.worker.runDue()

            let dates = try await club.dates()
            #expect(dates.first?["date"].text == world.day(4).text)
            #expect(dates.filter { $0["state"].text == "made" }.count == 4)
            for id in old {
                #expect(try await world.leila.get("/v1/outings/\(id)")["state"].text == "cancelled")
            }
            // Changed back, those that were there take place after all.
            _ = try await club.patch(#"{"rule":\#(world.weekly(from: world.day(3)))}"#)
            try await world.worker.runDue()
            #expect(try await club.outings().compactMap { $0["id"].text } == old)
            #expect(try await world.leila.get("/v1/outings/\(old[0])")["state"].text != "cancelled")
            #expect(try await world.isSound())
        }
    }

    @Test func `a skipped date is cancelled or never created, and takes place when the skip is undone`()
        async throws
    {
        try await withSeries { world async throws in
            let club = try await world.lunch()
            let made = try await club.date(0)
            let planned = try await club.date(2)

            let first = try await world.leila.post(club.path + "/skips", #"{"date":"\#(made)"}"#)
            _ = try await world.leila.post(club.path + "/skips", #"{"date":"\#(planned)"}"#)
            try await world.worker.runDue()

            #expect(
                first["dates"][0]["state"].text == "skipped" && first["dates"][0]["reason"].text == "host")
            #expect(try await world.leila.get(try await club.outing(0))["state"].text == "cancelled")
            #expect(try await club.dates()[2]["outing"] == .null)
            #expect(
                try await world.leila.post(club.path + "/skips", #"{"date":"\#(world.day(2).text)"}"#).code
                    == "not_a_date")
            #expect(try await world.isSound())

            _ = try await world.leila.delete(club.path + "/skips/\(made)")
            let undone = try await world.leila.delete(club.path + "/skips/\(planned)")

            #expect(
                undone["dates"].elements.prefix(4).map { $0["state"].text }
                    == Array(repeating: "made", count: 4))
            #expect(try await world.leila.get(try await club.outing(0))["state"].text != "cancelled")
            #expect(try await world.isSound())
        }
    }

    @Test
    func `holidays are skipped on request, with their names, until the host restores one`()
        async throws
    {
        try await withSeries { world async throws in
            // Christmas of 2036 is a Thursday, and so is New Year.
            let rule = #"{"frequency":"weekly","weekdays":["th"],"startsOn":"2036-12-18"}"#
            let club = try await world.lunch(#""skipHolidays":"FI""#, rule: rule)

            let dates = try await club.dates()
            #expect(dates.prefix(4).map { $0["state"].text } == ["made", "skipped", "skipped", "made"])
            #expect(dates[1]["date"].text == "2036-12-25" && dates[1]["reason"].text == "holiday")

            let wanted = try await world.leila.delete(club.path + "/skips/2036-12-25")
            #expect(wanted["dates"][1]["state"].text == "made")
            _ = try await club.patch(#"{"title":"Feast"}"#)
            #expect(
                try await club.dates()[1]["state"].text == "made", "another edit does not take it away again")
            #expect(try await world.isSound())
        }
    }

    @Test func `skipping holidays cancels their outings, and they take place again without it`()
        async throws
    {
        try await withSeries { world async throws in
            let rule = #"{"frequency":"weekly","weekdays":["th"],"startsOn":"2036-12-25"}"#
            let club = try await world.lunch(rule: rule)

            let skipped = try await club.patch(#"{"skipHolidays":"FI"}"#)
            #expect(
                skipped["dates"].elements.prefix(4).map { $0["state"].text }
                    == ["skipped", "skipped", "made", "made"])
            #expect(try await world.isSound())

            let again = try await club.patch(#"{"skipHolidays":null}"#)
            #expect(
                again["dates"].elements.prefix(4).map { $0["state"].text }
                    == ["made", "made", "made", "made"])
            #expect(try await world.isSound())
        }
    }

    @Test func `of many people is edited as often as its outings' lists allow, and always ended`()
        async throws
    {
        try await withSeries { world async throws in
            let addresses = (1...28).map { "\"p\($0)@example.org\"" }.joined(separator: ",")
            let club = try await world.lunch(#""emails":[\#(addresses)]"#)
            let leila = world.cast.leila.id
            try await world.run("DELETE FROM rate_allowance WHERE kind = 'reach'")
            try await world.database.transaction {
                try await ReachLimit.take(4_930, by: leila, in: $0)
            }

            let first = try await club.patch(#"{"title":"Tea"}"#)
            let second = try await club.patch(#"{"title":"Coffee"}"#)

            // Two outings with thirty people besides Leila.
            #expect(first.status == .ok && first["title"].text == "Tea")
            #expect(second.status == .tooManyRequests && (1...3_600).contains(second.retryAfter))
            #expect(second.left == "reach: 10")
            #expect(try await world.leila.get(club.path)["title"].text == "Tea")
            #expect(try await club.outings().map { $0["state"].text } == ["planning", "planning"])
            // An end is never refused, nor are its cancellations.
            let outings = try await club.outings()
            #expect(try await world.leila.delete(club.path + "?cancel=true").status == .noContent)
            for outing in outings {
                let shown = try await world.leila.get("/v1/outings/\(outing["id"].text ?? "")")
                #expect(shown["state"].text == "cancelled")
            }
            #expect(try await world.isSound())
        }
    }

    @Test func `is charged for the dates that an edit changes, not for those with their own text`()
        async throws
    {
        try await withSeries { world async throws in
            let addresses = (1...28).map { "\"p\($0)@example.org\"" }.joined(separator: ",")
            let club = try await world.lunch(#""emails":[\#(addresses)]"#)
            let leila = world.cast.leila.id
            let first = try #require(try await club.outings().first?["id"].text)
            let own = try await world.leila.patch(
                "/v1/outings/\(first)", #"{"title":"Own"}"#, headers: [.ifMatch: "*"])
            try await world.run("DELETE FROM rate_allowance WHERE kind = 'reach'")
            try await world.database.transaction {
                try await ReachLimit.take(4_960, by: leila, in: $0)
            }

            let edited = try await club.patch(#"{"title":"Tea"}"#)
            let refused = try await club.patch(#"{"title":"Coffee"}"#)

            // One outing with thirty people besides Leila.
            #expect(own.status == .ok && edited.status == .ok)
            #expect(refused.status == .tooManyRequests && refused.left == "reach: 10")
            #expect(Set(try await club.outings().map { $0["title"].text }) == ["Own", "Tea"])
            #expect(try await world.isSound())
        }
    }

    @Test func `creates nothing after its end, and cancels the coming outings only on request`() async throws
    {
        try await withSeries { world async throws in
            let kept = try await world.lunch()
            let cancelled = try await world.lunch()

            #expect(try await world.leila.delete(kept.path).status == .noContent)
            #expect(try await world.leila.delete(cancelled.path + "?cancel=true").status == .noContent)
            try await world.worker.runDue()

            #expect(try await kept.outings().map { $0["state"].text }.allSatisfy { $0 == "planning" })
            #expect(try await kept.dates().count == 2)
            #expect(try await cancelled.outings().map { $0["state"].text } == ["cancelled", "cancelled"])
            #expect(try await kept.patch(#"{"title":"Tea"}"#).code == "series_ended")
            #expect(try await world.leila.get("/v1/series")["items"].elements.isEmpty)
            #expect(try await world.isSound())
        }
    }

    @Test func `is atomic, so that taken seats on one date leave every date unchanged`() async throws {
        try await withSeries { world async throws in
            let club = try await world.lunch(#""capacity":8"#)
            _ = try await world.tom.put(
                try await club.outing(1) + "/attendance", #"{"status":"attending","partySize":5}"#)

            let answer = try await club.patch(#"{"capacity":3,"title":"Dinner"}"#)

            #expect(answer.code == "capacity_below_going")
            #expect(try await club.outings().map { $0["capacity"].number } == [8, 8])
            #expect(try await club.read()["title"].text == "Lunch")
        }
    }
}
