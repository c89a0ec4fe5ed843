import Access
import Caching
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Localization
import NIOCore
import NoonishAPI
import OpenAPI
import Outings
package import Postgres

/// The group order of an outing and its sheet.
package struct OrderRoutes: RouteGroup {
    let database: PostgresClient
    let edits: OrderEdits
    let cache: OrderLineCache
    var lines: OrderLineEdits { OrderLineEdits(orders: edits) }

    /// - Parameter cacheBytes: The size of the cache of dishes.
    package init(database: PostgresClient, edits: OrderEdits, cacheBytes: Int = OrderLimits.cacheBytes) {
        self.database = database
        self.edits = edits
        cache = OrderLineCache("order_cache", bytes: cacheBytes)
    }

    /// Returns the live order, or the last one that was cancelled.
    func read(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let kept = cache[id]
        let rows = try await call.all(
            .readerOrder(of: id, for: call.actor.person, naming: (kept?.names.keys).map(Array.init) ?? []),
            from: database)
        guard var seen = rows.first else { throw Denial.notFound }
        _ = try decide(call.actor, .readOrder, id, as: seen.participant.relation(of: call.actor))
        let isHit = kept?.areThose(of: seen) == true
        cache.count(hits: isHit ? 1 : 0, misses: isHit ? 0 : 1)
        let presenter = OrderPresenter(database: database, menus: edits.menus, hours: edits.hours)
        if isHit, let kept { return try await presenter.response(seen, kept, for: call.actor) }
        var lines = try await database.lines(of: seen)
        // A reader who was removed meanwhile, or who may no longer see all dishes, does not get lines that were read later.
        while lines.version != seen.linesVersion {
            seen = try await database.one(.readerOrder(of: id, for: call.actor.person))
            _ = try decide(call.actor, .readOrder, id, as: seen.participant.relation(of: call.actor))
            lines = try await database.lines(of: seen)
        }
        if !lines.rows.isEmpty { cache.insert(lines, for: id, size: lines.cost) }
        return try await presenter.response(seen, lines, for: call.actor)
    }

    func open(_ call: Call) async throws -> Response {
        let input = try NewOrder(await call.body())
        let locale = call.language().locale
        return try await edit(call, status: .created) { id, transaction in
            try await edits.open(input, on: id, by: call.actor, locale: locale, in: transaction)
        }
    }

    func patch(_ call: Call) async throws -> Response {
        let match = try call.ifMatch
        let patch = try OrderPatch(await call.body())
        let locale = call.language().locale
        do {
            return try await edit(call) { id, transaction in
                try await edits.patch(
                    id, patch, ifMatch: match, by: call.actor, locale: locale, in: transaction)
            }
        } catch is OrderEdits.VersionMismatch {
            let current = try await order(try call.id("id"), for: call, from: database)
            throw Problem.stale(current, version: current.version)
        }
    }

    func move(_ call: Call) async throws -> Response {
        let move = try OrderMove(await call.body())
        return try await edit(call) { id, transaction in
            try await edits.move(id, move, by: call.actor, in: transaction)
        }
    }

    func addLine(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try NewOrderLine(await call.body())
        let locale = call.language().locale
        return try await call.write(database) { transaction in
            let (line, caller, order) = try await lines.add(
                input, to: id, by: call.actor, locale: locale, in: transaction)
            return try await present(line, caller, order, to: call, status: .created, in: transaction)
        }
    }

    func editLine(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let line: OrderLineID = try call.id("lid")
        let match = try call.ifMatch
        let patch = try OrderLinePatch(await call.body())
        let locale = call.language().locale
        return try await writeLine(call) { transaction in
            try await lines.patch(
                line, of: id, patch, ifMatch: match, by: call.actor, locale: locale, in: transaction)
            return try await present(line, of: id, to: call, in: transaction)
        }
    }

    func strikeLine(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let line: OrderLineID = try call.id("lid")
        let match = try call.ifMatch
        return try await writeLine(call) { transaction in
            try await lines.strike(line, of: id, ifMatch: match, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func restoreLine(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let line: OrderLineID = try call.id("lid")
        try await call.requireEmptyBody()
        return try await call.write(database) { transaction in
            try await lines.restore(line, of: id, by: call.actor, in: transaction)
            return try await present(line, of: id, to: call, in: transaction)
        }
    }

    /// Orders what the caller ordered the last time, or with `preview` only returns it.
    func repeatLast(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let isPreview = try await call.isPreview()
        let reader = try call.person
        return try await call.write(database) { transaction in
            let result = try await lines.addAgain(
                to: id, by: call.actor, isPreview: isPreview, in: transaction)
            let added = result.added.map { $0.wire(for: reader, runs: false, in: result.order) }
            return .json(
                .ok,
                RepeatedOrder(
                    added: try await transaction.withListedNames(added, of: id, for: reader),
                    skipped: result.skipped,
                    vanished: try await result.order.hasVanishedPlace(from: transaction)))
        }
    }

    /// Gives the dishes the prices of today, or with `preview` only returns what that changes.
    func reprice(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let isPreview = try await call.isPreview()
        return try await call.write(database) { transaction in
            let repriced = try await lines.reprice(id, isPreview: isPreview, by: call.actor, in: transaction)
            return .json(
                .ok, try await transaction.withListedNames(repriced, of: id, for: call.actor.person))
        }
    }

    func pass(_ call: Call) async throws -> Response {
        if call.request.method == .put { try await call.requireEmptyBody() }
        let isPassing = call.request.method == .put
        return try await edit(call) { id, transaction in
            try await lines.setPass(isPassing, on: id, by: call.actor, in: transaction)
        }
    }

    /// Asks the people who have not picked, or with `preview` only returns them.
    func nudge(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let isPreview = try await call.isPreview()
        return try await call.write(database) { transaction in
            let people = try await edits.nudge(
                id, isPreview: isPreview, by: call.actor, in: transaction)
            return .json(
                .ok,
                Page(items: try await transaction.withListedNames(people, of: id, for: call.actor.person)))
        }
    }

    /// Returns the sheet as JSON, as text that is read out, or as CSV.
    func sheet(_ call: Call) async throws -> Response {
        var query = call.query
        let layout = SheetLayout(
            grouping: query.optional("by", .oneOf(SheetLayout.Grouping.self)) ?? .dish,
            hasNames: query.optional("names", .boolean) ?? false)
        let format = query.optional("format", .oneOf(SheetFormat.self)) ?? .json
        let chosen = query.optional("lang", .text(1...35))
        try query.finish()
        let outing = try await OutingRoutes.outing(call, .readOrder, from: database)
        guard let order = try await database.first(.newestOrder(of: outing.id)) else { throw Denial.notFound }
        _ = try decide(
            call.actor, .readOrderSheet, outing.id, as: outing.relation(of: call.actor, to: order))
        // The sheet leaves the group, so it has no addresses.
        let lines = try await database.withListedNames(
            database.all(.lines(of: order)), of: outing.id, for: call.actor.person, showsAddresses: false)
        let named = try await database.withListedNames(
            order, of: outing.id, for: call.actor.person, showsAddresses: false)
        let sheet = OrderSheet(named, lines, layout: layout)
        switch format {
        case .json: return .json(.ok, sheet, etag: .content)
        case .text:
            var tag = chosen
            if tag == nil { tag = try await database.one(.language(of: order)) }
            let language = call.language(of: tag)
            return Self.file(sheet.text(in: language), "text/plain; charset=utf-8")
        case .csv: return Self.file(sheet.csv, "text/csv; charset=utf-8", name: "order.csv")
        }
    }

    /// Lists what happened to the order, newest first.
    func events(_ call: Call) async throws -> Response {
        var query = call.query
        let limit = query.limit(default: OrderLimits.events)
        let before = query.cursor { Int($0) }
        try query.finish()
        let outing = try await OutingRoutes.outing(call, .readOrder, from: database)
        guard let order = try await database.first(.newestOrder(of: outing.id)) else { throw Denial.notFound }
        // The history says who ordered what.
        let action: Action = order.linesVisible ? .readOrder : .readOrderSheet
        _ = try decide(call.actor, action, outing.id, as: outing.relation(of: call.actor, to: order))
        let rows = try await database.all(.events(of: order, before: before, limit: limit + 1))
        let items = try await database.withListedNames(
            Array(rows.prefix(limit)), of: outing.id, for: call.actor.person)
        return call.page(items, isLast: rows.count <= limit) { String($0.revision) }
    }
}

/// What a sheet is sent as.
enum SheetFormat: String, Sendable, CaseIterable {
    case json, text, csv
}

extension OrderRoutes {
    /// Edits the order in the path, and returns it, in one transaction.
    private func edit(
        _ call: Call, status: HTTPResponse.Status = .ok,
        _ edit: @escaping @Sendable (OutingID, Transaction) async throws -> Void
    ) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edit(id, transaction)
            let wire = try await order(id, for: call, from: transaction)
            return .json(status, wire, etag: .version(wire.version))
        }
    }

    private func order(
        _ id: OutingID, for call: Call, from database: any Database
    ) async throws -> GroupOrder {
        let seen = try await database.one(.readerOrder(of: id, for: call.actor.person))
        let lines = try await database.all(.lines(of: seen.order)).live
        return try await OrderPresenter(database: database, menus: edits.menus, hours: edits.hours)
            .wire(seen, lines, for: call.actor)
    }

    /// Edits a line, and reports a stale version with the present line.
    private func writeLine(
        _ call: Call, _ effect: @escaping @Sendable (Transaction) async throws -> Response
    ) async throws -> Response {
        do {
            return try await call.write(database, effect)
        } catch let error as OrderLineEdits.VersionMismatch {
            throw Problem.stale(error.current, version: error.current.version)
        }
    }

    private func present(
        _ line: OrderLineID, of id: OutingID, to call: Call, in transaction: Transaction
    ) async throws -> Response {
        let now = try await transaction.one(.liveOrder(of: id, for: call.actor.person))
        let row = try await transaction.one(.line(line, of: now.order))
        return try await present(row, now.participant, now.order, to: call, in: transaction)
    }

    private func present(
        _ row: OrderLineRow, _ caller: OrderParticipant, _ order: OrderRow, to call: Call,
        status: HTTPResponse.Status = .ok, in transaction: Transaction
    ) async throws -> Response {
        let reader = call.actor.person
        let runs = caller.runs(order, as: call.actor)
        let wire = try await transaction.withListedNames(
            row.wire(for: reader, runs: runs, in: order), of: order.outing, for: reader)
        return .json(status, wire, etag: .version(wire.version))
    }

    private static func file(_ text: String, _ type: String, name: String? = nil) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
        if let name { headers[.contentDisposition] = "attachment; filename=\"\(name)\"" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
