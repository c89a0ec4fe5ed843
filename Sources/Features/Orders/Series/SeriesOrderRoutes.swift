import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
import Outings
package import Postgres
import Records

/// The orders that the dates of a series open by themselves, and their receipts.
@MemberwiseInit
package struct SeriesOrderRoutes: RouteGroup {
    let database: PostgresClient

    func read(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        _ = try await series(id, .readSeries, for: call.actor, in: database)
        return .json(.ok, try await settings(of: id, for: call.actor, in: database), etag: .content)
    }

    func set(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let order = try SeriesOrder(await call.body(), locale: call.language().locale)
        return try await call.write(database) { transaction in
            let series = try await series(id, .editSeries, for: call.actor, in: transaction)
            guard !series.hasEnded else { throw OrderProblems.seriesEnded }
            try await transaction.execute(.set(order, of: id))
            return .json(.ok, try await settings(of: id, for: call.actor, in: transaction))
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        return try await call.write(database) { transaction in
            _ = try await series(id, .editSeries, for: call.actor, in: transaction)
            try await transaction.execute(.removeOrder(of: id))
            return .empty()
        }
    }

    /// Orders the caller's dishes of the last time whenever an order opens, or no longer.
    func setStanding(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        let repeats = try await call.body("repeats", .boolean)
        let person = try call.person
        return try await call.write(database) { transaction in
            let series = try await series(id, .setStandingOrder, for: call.actor, in: transaction)
            guard !series.hasEnded || !repeats else { throw OrderProblems.seriesEnded }
            try await transaction.execute(.setStandingOrder(repeats, of: person, in: id))
            if repeats { try await transaction.execute(.awaitRepetitions(of: person, in: id)) }
            return .json(.ok, try await settings(of: id, for: call.actor, in: transaction))
        }
    }

    /// Returns what each person ordered in a period.
    func receipts(_ call: Call) async throws -> Response {
        let id: SeriesID = try call.id("id")
        var query = call.query
        let input = PeriodInput(&query)
        let format = query.optional("format", .oneOf(ReceiptFormat.self)) ?? .json
        try query.finish()
        let series = try await series(id, .readSeriesReceipts, for: call.actor, in: database)
        let period = try ReportPeriod(input, today: series.today)
        let all = SeriesReceipts(period, try await receipts(of: id, in: period))
        return format == .json
            ? .json(.ok, all, etag: .content)
            : .csv(all.csv, name: "receipts-\(period.from)-\(period.to)")
    }

    /// Returns the receipts of the orders in a period, by date. They leave the group, so that they have no addresses.
    private func receipts(
        of id: SeriesID, in period: ReportPeriod
    ) async throws -> [(date: String, receipt: OrderReceipt)] {
        let (orders, rows) = try await database.transaction(isolation: .repeatableRead) { transaction in
            try await transaction.all(.placedOrders(of: id, in: period), .placedLines(of: id, in: period))
        }
        var lines = rows
        var people: [PersonID: String] = [:]
        lines.updatePeople { people[$0.id] = $0.name }
        let guests = try await database.unnamedGuests(among: people, of: orders.map(\.order.outing))
        for guest in guests.values.joined() { people[guest.person] = guest.name(to: nil, isHost: true) }
        lines.updatePeople { $0.name = people[$0.id] ?? $0.name }
        let linesOfOrders = Dictionary(grouping: lines, by: \.order)
        return try orders.map { dated in
            let lines = (linesOfOrders[dated.order.id] ?? []).map(\.line)
            return (dated.date, try OrderReceipt(dated.order, lines))
        }
    }

    private func series(
        _ id: SeriesID, _ action: Action, for actor: Actor, in database: any Database
    ) async throws -> OrderSeries {
        guard let series = try await database.first(.series(id, for: actor.person)) else {
            throw Denial.notFound
        }
        _ = try decide(actor, action, id, as: series.relation(of: actor))
        return series
    }

    private func settings(
        of id: SeriesID, for actor: Actor, in database: any Database
    ) async throws -> SeriesOrderSettings {
        SeriesOrderSettings(
            order: try await database.first(.seriesOrder(of: id))?.wire,
            repeats: try await database.one(.hasStandingOrder(actor.person, in: id)))
    }
}

extension Database {
    /// Returns the receipt of an order, which leaves the group, so that it has no addresses.
    ///
    /// - Parameter reader: The only person who is on it; `nil` for everyone.
    func receipt(
        of order: OrderRow, for actor: Actor, only reader: PersonID? = nil
    ) async throws -> OrderReceipt {
        let lines = try await withListedNames(
            all(.lines(of: order)).live, of: order.outing, for: actor.person, showsAddresses: false)
        return try OrderReceipt(order, lines, for: reader)
    }
}
