import Access
import CivilTime
import Foundation
import HTTPTypes
import Journal
import Menus
import NoonishAPI
import OpeningHours
import Outings
import Postgres
import Restaurants
import Series
import TestSupport

@testable import Orders

/// Runs `test` with the routes of outings, orders and series.
func withSeriesOrders(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [OrderUpdater()], committed: { _ in })
            let holidays = try HolidayFiles(folder: Repository.path("config/holidays"))
            let series = SeriesEdits(record: world.record, outings: world.outings, holidays: holidays)
            let edits = OrderEdits(
                record: world.record, menus: PublishedMenus(), hours: world.hours)
            return world.outingRoutes() + OrderRoutes(database: world.database, edits: edits).routes
                + SeriesRoutes(database: world.database, edits: series, holidays: holidays).routes
                + SeriesOrderRoutes(database: world.database).routes
        }, test)
}

/// A series of Leila's with Tom and Mei whose dates open orders.
struct OrderedSeries: Sendable {
    let path: String
    let world: TestWorld

    /// The path of the outing of a coming date.
    func outing(_ index: Int = 0) async throws -> String {
        let dates = try await world.leila.get(path)["dates"].elements.compactMap { $0["outing"].text }
        return "/v1/outings/\(dates[index])"
    }

    /// A coming date, such as `2027-03-11`.
    func date(_ index: Int = 0) async throws -> String {
        try await world.leila.get(path)["dates"][index]["date"].text ?? ""
    }

    func attend(_ visitor: Visitor, _ lunch: String) async throws {
        let answer = try await visitor.put(lunch + "/attendance", #"{"status":"attending"}"#)
        guard answer.status == .ok else { throw TestWorld.Unexpected(answer) }
    }
}

extension TestWorld {
    func coordinator(of lunch: String) async throws -> PersonID {
        let id = outing(of: lunch)
        return try await one(
            "SELECT coordinator_id FROM group_order WHERE outing_id = \(id) AND state <> 'cancelled'")
    }

    /// Lets picks for a lunch end in an hour.
    ///
    /// - Parameter openedAgo: How long its order has been open.
    func closeSoon(_ lunch: String, openedAgo: String = "1 day") async throws {
        let id = outing(of: lunch)
        try await run(
            """
            UPDATE group_order
               SET created_at = now() - \(openedAgo)::text::interval, closes_at = now() + interval '1 hour',
                   closes_wall = (now() + interval '1 hour') AT TIME ZONE time_zone, closes_before = NULL
             WHERE outing_id = \(id) AND state = 'open'
            """)
    }

    /// The date so many days from today, in UTC.
    func day(_ days: Int) -> String {
        let date = CivilDate(dayNumber: Int(Date().timeIntervalSince1970 / 86_400) + days)
        return [date.year, date.month, date.day].map { ($0 < 10 ? "0" : "") + String($0) }.joined(
            separator: "-")
    }

    /// A lunch at noon from Monday to Friday, when the menu is served, from the day after tomorrow. Two outings exist, both
    /// within six days.
    ///
    /// - Parameter order: Further members of the order's body; `nil` for a series that opens none.
    func dailySeries(
        at place: String = #""place":"Thai Garden""#, order: String? = ""
    ) async throws -> OrderedSeries {
        let rule =
            #"{"frequency":"weekly","weekdays":["mo","tu","we","th","fr"],"startsOn":"\#(day(2))"}"#
        let made = try await leila.post(
            "/v1/series",
            """
            {"title":"Lunch","startTime":"12:00","timeZone":"UTC","rule":\(rule),\(place),\
            "people":["\(cast.tom.id)","\(cast.mei.id)"]}
            """)
        guard made.status == .created, let id = made["id"].text else { throw TestWorld.Unexpected(made) }
        let series = OrderedSeries(path: "/v1/series/\(id)", world: self)
        if let order {
            let set = try await leila.put(
                series.path + "/order",
                #"{"closesBefore":120,"currency":"EUR"\#(order.isEmpty ? "" : ",")\#(order)}"#)
            guard set.status == .ok else { throw TestWorld.Unexpected(set) }
        }
        return series
    }
}
