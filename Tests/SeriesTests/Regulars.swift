import Access
import Accounts
import CivilTime
import Delivery
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import Journal
import Live
import Logging
import News
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import Restaurants
import TestSupport

@testable import Series

/// The service with outings and series, its database and the cast around it. Its workers work when they are told to.
struct Regulars: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let worker: SeriesWorker
    let fanOut: FanOut
    let inboxes: InboxDeliveryWorker

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }
    var stranger: Visitor { site.program(token: cast.stranger.token) }
    var nobody: Visitor { site.program() }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }

    /// A weekly lunch of Leila's with Tom and Mei that begins in three days at noon, UTC.
    ///
    /// - Parameter members: Further members of the body, which may be another `rule`.
    func lunch(_ members: String = "", rule: String? = nil) async throws -> Club {
        let rule = rule ?? weekly(from: day(3))
        let body = """
            {"title":"Lunch","startTime":"12:00","timeZone":"UTC","rule":\(rule),\
            "people":["\(cast.tom.id)","\(cast.mei.id)"]\(members.isEmpty ? "" : ",")\(members)}
            """
        let answer = try await leila.post("/v1/series", body)
        guard answer.status == .created, let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return Club(path: "/v1/series/\(id)", all: self)
    }

    /// The day so many days from today, in UTC.
    func day(_ days: Int) -> CivilDate {
        CivilDate(dayNumber: Int(Date().timeIntervalSince1970 / 86_400) + days)
    }

    /// A rule of the weekday of `start`.
    func weekly(from start: CivilDate, _ members: String = "") -> String {
        let weekday = SeriesRule.Weekday.allCases[start.weekday - 1].rawValue
        return """
            {"frequency":"weekly","weekdays":["\(weekday)"],"startsOn":"\(start.text)"\
            \(members.isEmpty ? "" : ",")\(members)}
            """
    }

    func count(_ sql: SQL) async throws -> Int {
        try await database.one(Query("test.count", sql) { row throws(PostgresError) in try row.next() })
    }

    /// Tells everybody what there is to tell now.
    func tell() async throws {
        while try await fanOut.turn() {}
        while try await inboxes.turn() {}
    }

    /// What somebody's inbox says, the oldest first: the kinds of each update.
    func told(_ visitor: Visitor) async throws -> [String] {
        try await tell()
        return try await visitor.get("/v1/updates?limit=100")["items"].elements.map { update in
            update["changes"].elements.compactMap { $0["kind"].text }.joined(separator: " ")
        }
    }

    func isSound() async throws -> Bool { try await brokenChecks(in: database).isEmpty }
}

/// One series.
struct Club: Sendable {
    let path: String
    let all: Regulars

    func read(_ visitor: Visitor? = nil) async throws -> TestSupport.Answer {
        try await (visitor ?? all.leila).get(path)
    }

    /// Edits as the host, of what follows a date if one is given.
    func patch(_ body: String, from: String? = nil) async throws -> TestSupport.Answer {
        try await all.leila.patch(path + (from.map { "?from=\($0)" } ?? ""), body, headers: [.ifMatch: "*"])
    }

    /// Dates to come, the next first.
    func dates(_ visitor: Visitor? = nil) async throws -> [JSONValue] {
        try await read(visitor)["dates"].elements
    }

    /// Outings that are there and to come, the next first, as the host sees them.
    func outings() async throws -> [TestSupport.Answer] {
        var outings: [TestSupport.Answer] = []
        for date in try await dates() {
            guard let id = date["outing"].text else { continue }
            outings.append(try await all.leila.get("/v1/outings/\(id)"))
        }
        return outings
    }

    func outing(_ index: Int) async throws -> String {
        let dates = try await dates().compactMap { $0["outing"].text }
        return "/v1/outings/\(dates[index])"
    }

    func date(_ index: Int) async throws -> String { try await dates()[index]["date"].text ?? "" }
}

/// Gathers the regulars and runs `test`.
func regulars(_ test: @escaping @Sendable (Regulars) async throws -> Void) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let resolvers: [any TokenResolver] = [
            SessionAuthenticator(database, settings: AccountSettings()),
            InvitationTokenResolver(database: database),
        ]
        let hub = StreamHub(
            database: database, catalogue: .shipped, kinds: .all, resolvers: resolvers, logger: logger)
        let wakeUps = WakeUpDispatcher(hub: hub)
        let record = OutingRecord(committed: { _ in })
        let outings = OutingEdits(record: record, site: .forTests, mailsPerDay: 200)
        let holidays = try HolidayFiles(folder: holidayFolder)
        let edits = SeriesEdits(record: record, outings: outings, holidays: holidays)
        let hours = HoursPatterns()
        let routes =
            OutingRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + AttendanceRoutes(database: database, record: record).routes
            + NudgeRoutes(database: database, record: record).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + InvitationRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + SeriesRoutes(database: database, edits: edits, holidays: holidays).routes
            + UpdateRoutes(database: database, kinds: .all).routes
            + StreamRoutes(database: database, hub: hub).routes
        try await setWindows(quiet: .zero, maxWait: .zero, in: database)
        try await withSite(RouteTable(routes, site: .forTests, resolvers: resolvers)) { site in
            try await test(
                Regulars(
                    database: database, cast: cast, site: site,
                    worker: SeriesWorker(database: database, edits: edits, record: record, logger: logger),
                    fanOut: FanOut(database: database, wakeUps: wakeUps),
                    inboxes: InboxDeliveryWorker(
                        database: database, kinds: .all, wakeUps: wakeUps, logger: logger)))
        }
    }
}

private let holidayFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../config/holidays"
).path()

extension SeriesWorker {
    /// Makes the dates that are due and releases news that waited for its time.
    @discardableResult
    func runDue() async throws -> Int { try await heldNews.runDue() + dates.runDue() }
}
