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
    @Test func `changes all that comes, but what an outing has of its own`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch(#""place":"Park""#)
            try await all.worker.runDue()
            _ = try await all.leila.patch(
                try await club.outing(1), #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])

            let answer = try await club.patch(#"{"title":"Dinner","place":"Beach","startTime":"18:30"}"#)

            let outings = try await club.outings()
            #expect(answer["title"].text == "Dinner" && answer["version"].number == 2)
            #expect(outings.map { $0["title"].text } == Array(repeating: "Dinner", count: 4))
            #expect(outings.map { $0["place"].text } == ["Beach", "Hall", "Beach", "Beach"])
            #expect(outings.allSatisfy { $0["startsAt"].text?.hasSuffix("T18:30:00+00:00") == true })
            let isOther = try await club.dates().prefix(4).map { $0["differs"] == .boolean(true) }
            #expect(isOther == [false, true, false, false])
            #expect(try await all.isSound())
        }
    }

    @Test(arguments: OutingState.plainFields.map { $0.name.description })
    func `changes a plain field of all outings and of those that are made later`(name: String) async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            let field = try #require(OutingState.plainFields.first { $0.name.description == name })
            let value = field.inputSchema.example
            var writer = JSONWriter()
            writer.object { $0.field(named: name, value) }

            let answer = try await club.patch(String(buffer: writer.finish()))
            try await all.worker.runDue()

            #expect(answer.status == .ok && answer[name] == value, "\(answer)")
            #expect(try await club.outings().map { $0[name] } == Array(repeating: value, count: 4))
            #expect(try await club.dates().prefix(4).allSatisfy { $0["differs"] == .boolean(false) })
        }
    }

    @Test func `is its host's; a cohost of one date has that date alone, and what they set there stays`()
        async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch(#""place":"Park""#)
            let (first, second) = try await (club.outing(0), club.outing(1))
            let made = try await all.leila.put(
                "\(second)/attendees/\(all.cast.tom.id)/role", #"{"role":"cohost"}"#)

            let own = try await all.tom.patch(second, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let other = try await all.tom.patch(first, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let whole = try await all.tom.patch(club.path, #"{"place":"Hall"}"#, headers: [.ifMatch: "*"])
            let skipped = try await all.tom.post(
                club.path + "/skips", #"{"date":"\#(try await club.date(0))"}"#)
            _ = try await club.patch(#"{"place":"Beach","title":"Dinner"}"#)
            try await all.worker.runDue()

            #expect(made.status == .ok && own.status == .ok, "\(made) \(own)")
            #expect(other.status == .forbidden)
            #expect(whole.status == .forbidden)
            #expect(skipped.status == .forbidden)
            let outings = try await club.outings()
            #expect(outings.map { $0["place"].text } == ["Beach", "Hall", "Beach", "Beach"])
            #expect(outings.map { $0["title"].text } == Array(repeating: "Dinner", count: 4))
            #expect(outings.map { $0["cohosts"].elements.count } == [0, 1, 0, 0])
            #expect(outings.allSatisfy { $0["host"]["name"].text == "Leila" })
            #expect(try await all.isSound())
        }
    }

    @Test func `from a date on leaves what comes before, and is what is made later`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.worker.runDue()

            let answer = try await club.patch(#"{"title":"Dinner"}"#, from: try await club.date(2))

            #expect(answer.status == .ok)
            #expect(
                try await club.outings().map { $0["title"].text } == ["Lunch", "Lunch", "Dinner", "Dinner"])
            #expect(answer["title"].text == "Dinner", "what is still to be made follows")
            #expect(try await club.patch(#"{"title":"Tea"}"#, from: all.day(2).text).code == "not_a_date")
        }
    }

    @Test func `to other days cancels those it has no more and makes the new ones`() async throws {
        try await regulars { all async throws in
            let club = try await all.lunch()
            try await all.worker.runDue()
            let old = try await club.outings().compactMap { $0["id"].text }

            _ = try await club.patch(#"{"rule":\#(all.weekly(from: all.day(4)))}"#)
            try await all.worker.runDue()

            let dates = try await club.dates()
            #expect(dates.first?["date"].text == all.day(4).text)
            #expect(dates.filter { $0["state"].text == "made" }.count == 4)
            for id in old {
                #expect(try await all.leila.get("/v1/outings/\(id)")["state"].text == "cancelled")
            }
            // Changed back, those that were there take place after all.
            _ = try await club.patch(#"{"rule":\#(all.weekly(from: all.day(3)))}"#)
            try await all.worker.runDue()
            #expect(try await club.outings().compactMap { $0["id"].text } == old)
            #expect(try await all.leila.get("/v1/outings/\(old[0])")["state"].text != "cancelled")
            #expect(try await all.isSound())
        }
    }

    @Test func `a date left out is cancelled or never made, and takes place after all when that is undone`()
        async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch()
            let made = try await club.date(0)
            let planned = try await club.date(2)

            let first = try await all.leila.post(club.path + "/skips", #"{"date":"\#(made)"}"#)
            _ = try await all.leila.post(club.path + "/skips", #"{"date":"\#(planned)"}"#)
            try await all.worker.runDue()

            #expect(
                first["dates"][0]["state"].text == "skipped" && first["dates"][0]["reason"].text == "host")
            #expect(try await all.leila.get(try await club.outing(0))["state"].text == "cancelled")
            #expect(try await club.dates()[2]["outing"] == .null)
            #expect(
                try await all.leila.post(club.path + "/skips", #"{"date":"\#(all.day(2).text)"}"#).code
                    == "not_a_date")
            #expect(try await all.isSound())

            _ = try await all.leila.delete(club.path + "/skips/\(made)")
            let undone = try await all.leila.delete(club.path + "/skips/\(planned)")

            #expect(
                undone["dates"].elements.prefix(4).map { $0["state"].text }
                    == Array(repeating: "made", count: 4))
            #expect(try await all.leila.get(try await club.outing(0))["state"].text != "cancelled")
            #expect(try await all.isSound())
        }
    }

    @Test
    func `holidays are skipped if that is wanted, with their reason, until the host wants one all the same`()
        async throws
    {
        try await regulars { all async throws in
            // Christmas of 2036 is a Thursday, and so is New Year.
            let rule = #"{"frequency":"weekly","weekdays":["th"],"startsOn":"2036-12-18"}"#
            let club = try await all.lunch(#""skipHolidays":"FI""#, rule: rule)

            let dates = try await club.dates()
            #expect(dates.prefix(4).map { $0["state"].text } == ["made", "skipped", "skipped", "made"])
            #expect(dates[1]["date"].text == "2036-12-25" && dates[1]["reason"].text == "holiday")

            let wanted = try await all.leila.delete(club.path + "/skips/2036-12-25")
            #expect(wanted["dates"][1]["state"].text == "made")
            _ = try await club.patch(#"{"title":"Feast"}"#)
            #expect(
                try await club.dates()[1]["state"].text == "made", "another edit does not take it away again")
            #expect(try await all.isSound())
        }
    }

    @Test func `holidays that are skipped from now on are cancelled, and made when they no longer are`()
        async throws
    {
        try await regulars { all async throws in
            let rule = #"{"frequency":"weekly","weekdays":["th"],"startsOn":"2036-12-25"}"#
            let club = try await all.lunch(rule: rule)

            let skipped = try await club.patch(#"{"skipHolidays":"FI"}"#)
            #expect(
                skipped["dates"].elements.prefix(4).map { $0["state"].text }
                    == ["skipped", "skipped", "made", "made"])
            #expect(try await all.isSound())

            let again = try await club.patch(#"{"skipHolidays":null}"#)
            #expect(
                again["dates"].elements.prefix(4).map { $0["state"].text }
                    == ["made", "made", "made", "made"])
            #expect(try await all.isSound())
        }
    }

    @Test func `ending it makes nothing more, and cancels what comes only if that is said`() async throws {
        try await regulars { all async throws in
            let kept = try await all.lunch()
            let cancelled = try await all.lunch()

            #expect(try await all.leila.delete(kept.path).status == .noContent)
            #expect(try await all.leila.delete(cancelled.path + "?cancel=true").status == .noContent)
            try await all.worker.runDue()

            #expect(try await kept.outings().map { $0["state"].text }.allSatisfy { $0 == "planning" })
            #expect(try await kept.dates().count == 2)
            #expect(try await cancelled.outings().map { $0["state"].text } == ["cancelled", "cancelled"])
            #expect(try await kept.patch(#"{"title":"Tea"}"#).code == "series_ended")
            #expect(try await all.leila.get("/v1/series")["items"].elements.isEmpty)
            #expect(try await all.isSound())
        }
    }

    @Test func `is all or nothing: seats that are taken on one date leave every date as it was`() async throws
    {
        try await regulars { all async throws in
            let club = try await all.lunch(#""capacity":8"#)
            _ = try await all.tom.put(
                try await club.outing(1) + "/attendance", #"{"status":"attending","partySize":5}"#)

            let answer = try await club.patch(#"{"capacity":3,"title":"Dinner"}"#)

            #expect(answer.code == "capacity_below_going")
            #expect(try await club.outings().map { $0["capacity"].number } == [8, 8])
            #expect(try await club.read()["title"].text == "Lunch")
        }
    }
}
