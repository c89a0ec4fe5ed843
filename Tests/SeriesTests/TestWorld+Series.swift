import Access
import CivilTime
import Delivery
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
import Live
import News
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import Restaurants
import TestSupport

@testable import Series

/// Runs `test` with the routes of outings, series and the inbox. Workers run when a test runs them.
func withSeries(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            let database = world.database
            let holidays = try HolidayFiles(folder: Repository.path("config/holidays"))
            let edits = SeriesEdits(record: world.record, outings: world.outings, holidays: holidays)
            world.add(
                SeriesWorker(database: database, edits: edits, record: world.record, logger: .forTests))
            try await setWindows(quiet: .zero, maxWait: .zero, in: database)
            return world.outingRoutes()
                + NudgeRoutes(database: database, record: world.record).routes
                + SeriesRoutes(database: database, edits: edits, holidays: holidays).routes
                + SeriesLinkRoutes(
                    database: database, edits: edits, holidays: holidays,
                    createdPerDay: OutingLimits.createdPerDay
                ).routes
                + UpdateRoutes(database: database, kinds: .all).routes
        }, test)
}

extension TestWorld {
    var worker: SeriesWorker { part() }

    /// Creates a weekly lunch of Leila's with Tom and Mei that begins in three days at noon, UTC.
    ///
    /// - Parameter members: Further members of the body, which may be another `rule`.
    func lunch(_ members: String = "", rule: String? = nil) async throws -> TestSeries {
        let rule = rule ?? weekly(from: day(3))
        let body = """
            {"title":"Lunch","startTime":"12:00","timeZone":"UTC","rule":\(rule),\
            "people":["\(cast.tom.id)","\(cast.mei.id)"]\(members.isEmpty ? "" : ",")\(members)}
            """
        let answer = try await leila.post("/v1/series", body)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer) }
        return TestSeries(path: "/v1/series/\(id)", world: self)
    }

    /// Returns the day so many days from today, in UTC.
    func day(_ days: Int) -> CivilDate {
        CivilDate(dayNumber: Int(Date().timeIntervalSince1970 / 86_400) + days)
    }

    /// Returns a rule for the weekday of `start`.
    func weekly(from start: CivilDate, _ members: String = "") -> String {
        let weekday = SeriesRule.Weekday.allCases[start.weekday - 1].rawValue
        return """
            {"frequency":"weekly","weekdays":["\(weekday)"],"startsOn":"\(start.text)"\
            \(members.isEmpty ? "" : ",")\(members)}
            """
    }

    /// Delivers what is due and returns the kinds of each update in the visitor's inbox, oldest first.
    func inbox(_ visitor: Visitor) async throws -> [String] {
        let wakeUps = WakeUpDispatcher(
            hub: StreamHub(
                database: database, catalogue: .shipped, kinds: .all, resolvers: [], logger: .forTests))
        let fanOut = FanOut(database: database, wakeUps: wakeUps)
        while try await fanOut.runOnce() {}
        let inboxes = InboxDeliveryWorker(
            database: database, kinds: .all, wakeUps: wakeUps, logger: .forTests)
        while try await inboxes.runOnce() {}
        return try await visitor.get("/v1/updates?limit=100")["items"].elements.map { update in
            update["changes"].elements.compactMap { $0["kind"].text }.joined(separator: " ")
        }
    }
}

/// A series that a test created.
struct TestSeries: Sendable {
    let path: String
    let world: TestWorld

    func read(_ visitor: Visitor? = nil) async throws -> TestSupport.Answer {
        try await (visitor ?? world.leila).get(path)
    }

    /// Edits as the host, from a date on if one is given.
    func patch(_ body: String, from: String? = nil) async throws -> TestSupport.Answer {
        try await world.leila.patch(path + (from.map { "?from=\($0)" } ?? ""), body, ifMatch: "*")
    }

    /// Returns the coming dates, the next first.
    func dates(_ visitor: Visitor? = nil) async throws -> [JSONValue] {
        try await read(visitor)["dates"].elements
    }

    /// Returns the coming outings that exist, the next first, as the host sees them.
    func outings() async throws -> [TestSupport.Answer] {
        var outings: [TestSupport.Answer] = []
        for date in try await dates() {
            guard let id = date["outing"].text else { continue }
            outings.append(try await world.leila.get("/v1/outings/\(id)"))
        }
        return outings
    }

    func outing(_ index: Int) async throws -> String {
        let dates = try await dates().compactMap { $0["outing"].text }
        return "/v1/outings/\(dates[index])"
    }

    func date(_ index: Int) async throws -> String { try await dates()[index]["date"].text ?? "" }
}

extension SeriesWorker {
    /// Creates the outings that are due and releases the notifications that were deferred until now.
    @discardableResult
    func runDue() async throws -> Int { try await heldNews.runDue() + dates.runDue() }
}
