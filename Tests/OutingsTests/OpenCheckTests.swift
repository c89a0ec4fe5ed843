import Access
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
import NoonishAPI
import Postgres
import Restaurants
import TestSupport
import Testing

@testable import Outings

/// Checks whether the chosen place is open then, which are repeated and reported once.
@Suite struct OpenCheckTests {
    @Test(
        arguments: [
            (nil, false, OpenStatus.State.open, false, nil),
            (nil, false, .unknown, false, nil),
            (nil, false, .closed, false, Change.openThen(from: nil, to: .closed)),
            (nil, false, .unknown, true, .openThen(from: nil, to: .unknown)),
            (.open, false, .open, true, nil),
            (.open, false, .closed, false, .openThen(from: .open, to: .closed)),
            (.closed, true, .open, false, .openThen(from: .closed, to: .open)),
            (.unknown, false, .unknown, true, .openThen(from: nil, to: .unknown)),
            (.unknown, true, .unknown, true, nil),
            (.closed, true, .closed, true, nil),
        ] as [(OpenStatus.State?, Bool, OpenStatus.State, Bool, Change?)])
    func `hosts are notified of what they do not know yet`(
        before: OpenStatus.State?, wasReported: Bool, found: OpenStatus.State, isLastDay: Bool, news: Change?
    ) {
        #expect(OpenCheck(before: before, wasReported: wasReported).news(found, isLastDay: isLastDay) == news)
    }

    @Test func `a change that is reversed before delivery is no news, and a new time starts over`() {
        let host = PersonID.make()
        func news(_ changes: [Change]) -> [Change] {
            Change.news(
                for: host, answer: Answer(role: .host, status: .attending),
                changes: changes.enumerated().map {
                    RecordedChange(
                        rev: $0.offset + 1, actor: nil, at: Date(timeIntervalSince1970: 0),
                        changes: [$0.element])
                })
        }
        let closed = Change.openThen(from: .open, to: .closed)
        let place = Change.place(from: nil, to: OutingPlace(name: "Elsewhere"))

        #expect(news([closed]) == [closed])
        #expect(news([closed, .openThen(from: .closed, to: .open)]) == [])
        #expect(news([closed, place]) == [place])
        #expect(
            Change.news(
                for: .make(), answer: Answer(status: .attending),
                changes: [RecordedChange(rev: 1, actor: nil, at: .distantPast, changes: [closed])]) == [])
    }

    @Test func `is checked once when the directory changes, with several processes running`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let hours = HoursPatterns()
            let checks = OpenPlaceChecker(
                database: world.database, hours: hours, record: OutingRecord { _ in })
            func revision() async throws -> Int {
                try #require(try await world.leila.get(outing.path)["revision"].number)
            }
            let first = try await revision()

            #expect(try await checks.work.runDue() == 1)
            #expect(try await checks.work.runDue() == 0)
            #expect(try await revision() == first)
            let open = try await world.leila.get(outing.path)["openThen"]
            #expect(open["state"].text == "open")
            #expect(open["evidence"]["hours"].text == "24/7")
            #expect(open["evidence"]["day"]["date"].text == "2027-03-11")

            try await world.hours(of: place, "Fr 10:00-22:00")
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = try await checks.work.runDue() } }
                try await group.waitForAll()
            }
            #expect(try await revision() == first + 1)
            #expect(try await world.lastKinds(outing.id) == ["closed_then"])
            let closed = try await world.leila.get(outing.path)["openThen"]
            #expect(closed["state"].text == "closed")
            #expect(closed["evidence"]["day"]["spans"].elements.isEmpty)

            let tag = try #require(try await world.leila.get(outing.path).headers[.eTag])
            _ = try await world.leila.patch(outing.path, #"{"startsAt":"2027-03-12T12:30"}"#, ifMatch: tag)
            let moved = try await revision()
            #expect(try await checks.work.runDue() == 1)
            #expect(try await revision() == moved)
            #expect(try await world.isSound())
        }
    }

    @Test func `a change that commits during a check is checked afterwards`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            _ = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(),
                record: OutingRecord { _ in })
            try await world.database.transaction { transaction in
                try await transaction.execute(
                    Command("test.write", "UPDATE restaurant SET area = 'Kallio' WHERE id = \(place.uuid)"))
                #expect(try await checks.work.runDue() == 1)
            }
            #expect(try await checks.work.runDue() == 1)
            #expect(try await checks.work.runDue() == 0)
        }
    }

    @Test func `a change that commits after an outing that it did not see is checked afterwards`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(), record: OutingRecord { _ in })
            #expect(try await checks.work.runDue() == 0)
            let outing = try await world.database.transaction { transaction in
                try await transaction.execute(
                    Command(
                        "test.write",
                        "UPDATE restaurant SET opening_hours = 'Fr 10:00-22:00' WHERE id = \(place.uuid)"))
                let outing = try await world.outing(
                    #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
                #expect(try await checks.work.runDue() == 1)
                return outing
            }

            #expect(try await checks.work.runDue() == 1)

            #expect(try await world.lastKinds(outing.id) == ["closed_then"])
            #expect(try await world.isSound())
        }
    }

    @Test func `changes of the directory that were looked at are not read again while an outing is due`()
        async throws
    {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(), record: OutingRecord { _ in })
            let looks = DueChecks(.place)

            #expect(try await looks.outings(in: world.database).map(\.description) == [outing.id])
            #expect(looks.since == nil)
            _ = try await checks.work.runDue()
            try await world.run("UPDATE outing_check_due SET due_at = now()")
            for _ in 1...2 {
                #expect(try await looks.outings(in: world.database).map(\.description) == [outing.id])
                #expect(looks.since != nil)
            }
            try await world.hours(of: place, "Fr 10:00-22:00")
            try await world.run("UPDATE outing_check_due SET due_at = now() + interval '1 day'")
            #expect(try await looks.outings(in: world.database).map(\.description) == [outing.id])
        }
    }

    @Test func `an outing is due when its last day begins, unless it is cancelled`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(), record: OutingRecord { _ in })
            _ = try await checks.work.runDue()

            let isDueThen: Bool = try await world.one(
                """
                SELECT d.due_at = o.starts_at - interval '24 hours'
                  FROM outing_check_due AS d
                  JOIN outing AS o ON o.id = d.outing_id
                """)
            try await world.run("UPDATE outing_check_due SET due_at = now()")
            let count = try await checks.work.runDue()
            _ = try await world.leila.put(outing.path + "/cancellation", "{}")

            #expect(isDueThen)
            #expect(count == 1)
            let isNothingDue: Bool = try await world.one("SELECT NOT EXISTS (SELECT FROM outing_check_due)")
            #expect(isNothingDue)
        }
    }

    @Test func `hosts are notified once that the place vanished, and when it is listed again`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala", hours: "24/7")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(), record: OutingRecord { _ in })
            #expect(try await checks.work.runDue() == 1)

            try await world.run("UPDATE restaurant SET vanished_at = now() WHERE id = \(place.uuid)")
            #expect(try await checks.work.runDue() == 1)
            #expect(try await world.lastKinds(outing.id) == ["place_vanished"])
            #expect(try await checks.work.runDue() == 0)
            let gone = try await world.leila.get(outing.path)
            #expect(gone["restaurant"]["vanished"] == .boolean(true))
            #expect(gone["openThen"] == .null)

            try await world.run("UPDATE restaurant SET vanished_at = NULL WHERE id = \(place.uuid)")
            #expect(try await checks.work.runDue() == 1)
            #expect(try await world.lastKinds(outing.id) == ["place_listed"])
            #expect(try await world.leila.get(outing.path)["restaurant"]["vanished"] == .null)
            #expect(try await world.isSound())
        }
    }

    @Test func `hosts are notified once on the day before that the hours are unknown`() async throws {
        try await withOutings { world in
            let place = try await world.restaurant("Kala")
            let outing = try await world.outing(
                #""restaurantId":"\#(place)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#)
            let checks = OpenPlaceChecker(
                database: world.database, hours: HoursPatterns(),
                record: OutingRecord { _ in })
            #expect(try await checks.work.runDue() == 1)
            #expect(try await world.lastKinds(outing.id) == ["person_invited"])

            try await world.starts(outing.id, inMinutes: 60 * 20)
            try await world.database.run(
                script: "UPDATE outing_open_check SET checked_at = now() - interval '2 days'")
            #expect(try await checks.work.runDue() == 1)
            #expect(try await world.lastKinds(outing.id) == ["hours_unknown"])
            #expect(try await checks.work.runDue() == 0)
        }
    }
}

extension TestWorld {
    fileprivate func hours(of restaurant: RestaurantID, _ text: String) async throws {
        try await run("UPDATE restaurant SET opening_hours = \(text) WHERE id = \(restaurant.uuid)")
    }

    /// The kinds of the newest change.
    fileprivate func lastKinds(_ outing: String) async throws -> [String] {
        let text: String = try await one(
            "SELECT patch::text FROM outing_change WHERE outing_id = \(OutingID(outing)) ORDER BY rev DESC LIMIT 1"
        )
        return try JSONValue(parsing: text).elements.compactMap { $0["kind"].text }
    }
}
