package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
package import NoonishAPI
package import Postgres
import Restaurants

/// Creating, listing, reading, editing and cancelling outings.
package struct OutingRoutes: RouteGroup {
    private let services: OutingServices
    private let merging: GuestMerger?
    private let lister: OutingLister
    private let known: KnownOutings

    var database: PostgresClient { services.database }
    var edits: OutingEdits { services.edits }

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - merging: Merges guests into the member who lists their outings; `nil` when guests are never merged.
    ///   - cacheBytes: The size of the caches of listed outings and, an eighth of it, of those that hosts edit.
    package init(
        _ services: OutingServices, merging: GuestMerger? = nil, cacheBytes: Int = OutingLimits.cacheBytes
    ) {
        self.services = services
        self.merging = merging
        lister = OutingLister(
            database: services.database, hours: services.hours, cache: OutingCache(bytes: cacheBytes / 8 * 7))
        known = KnownOutings(bytes: cacheBytes / 8)
    }

    /// Lists the outings that the caller hosts, attends or is invited to, in display order.
    func list(_ call: Call) async throws -> Response {
        let list = try OutingList(call.query, person: try call.person)
        let (rows, next) = list.page(
            try await GuestMerger.all(.outings(list), for: call, merging: merging, in: database))
        let items = try await lister.items(rows, for: list.person)
        return .outings(items, next: next, headers: call.link(toNext: next))
    }

    func create(_ call: Call) async throws -> Response {
        let input = try NewOuting(await call.body())
        let host = try call.person
        return try await call.write(database) { transaction in
            try await services.creations.take(.outings, by: host, in: transaction)
            let id = try await edits.create(input, by: host, in: transaction)
            let outing = try await transaction.one(.outing(id, for: host))
            return .json(
                .created, try await services.hours.wire(outing, in: transaction),
                etag: .version(outing.version),
                headers: [.location: call.site.url("/v1/outings/\(id)")])
        }
    }

    func read(_ call: Call) async throws -> Response {
        let outing = try await Self.outing(call, .readOuting, from: database)
        known.insert(outing)
        try await database.markOpened(outing)
        var answer = try await services.hours.wire(outing, in: database)
        if outing.relation == .host || outing.relation == .cohost, let fit = answer.dietFit {
            answer.dietWarning = try await services.warnings.warning(of: fit, for: outing, in: database)
        }
        return .json(.ok, answer, etag: .version(outing.version))
    }

    /// Applies a merge patch of the fields that POST accepts, except `invite`.
    func patch(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let match = try call.ifMatch
        let patch = try OutingPatch(await call.body())
        if let known = known[id] {
            let outing = try await edits.patch(known, patch, ifMatch: match, for: call, in: database)
            self.known.count(isHit: outing != nil)
            if let outing {
                self.known.insert(outing)
                return try await present(outing, in: database)
            }
        } else {
            known.count(isHit: false)
        }
        return try await call.write(database) { transaction in
            do {
                var edited = try await edits.patch(
                    id, patch, ifMatch: match, by: call.actor, in: transaction)
                if edited == nil { edited = try await transaction.first(.outing(id, for: call.actor.person)) }
                guard let outing = edited else { throw Problem.notFound }
                transaction.afterCommit { known.insert(outing) }
                return try await present(outing, in: transaction)
            } catch let stale as OutingEdits.VersionMismatch {
                let current = try await services.hours.wire(stale.current, in: transaction)
                throw Problem.stale(current, version: current.version)
            }
        }
    }

    /// Undoes the last edit, or the given one.
    func undo(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let match = try call.ifMatch
        var body = try await call.bodyOrEmpty()
        let revision = body.optional("revision", .integer(1...Int.max))
        try body.finish()
        return try await call.write(database) { transaction in
            do {
                try await edits.undo(id, revision: revision, ifMatch: match, by: call.actor, in: transaction)
            } catch let stale as OutingEdits.VersionMismatch {
                let current = try await services.hours.wire(stale.current, in: transaction)
                throw Problem.stale(current, version: current.version)
            }
            return try await present(id, to: call, in: transaction)
        }
    }

    func delete(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.delete(id, by: call.actor, in: transaction)
            return .empty()
        }
    }

    func cancel(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        var body = try await call.bodyOrEmpty()
        let reason = body.optional("reason", .text(OutingLimits.cancelReason))
        try body.finish()
        return try await call.write(database) { transaction in
            try await edits.cancel(id, reason: reason, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func reactivate(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        return try await call.write(database) { transaction in
            try await edits.reactivate(id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    /// Returns the outing in the path, if the caller may perform `action`.
    package static func outing(
        _ call: Call, _ action: Action, from database: any Database
    ) async throws -> OutingRow {
        let id: OutingID = try call.id("id")
        let rows = try await call.all(.outing(id, for: call.actor.person), from: database)
        return try outing(rows.first, for: call.actor, action)
    }

    package static func outing(
        _ id: OutingID, for actor: Actor, _ action: Action, from database: any Database
    ) async throws -> OutingRow {
        try outing(try await database.first(.outing(id, for: actor.person)), for: actor, action)
    }

    private static func outing(
        _ row: OutingRow?, for actor: Actor, _ action: Action
    ) throws(Denial) -> OutingRow {
        guard let row else { throw .notFound }
        _ = try decide(actor, action, row.id, as: row.relation(of: actor))
        return row
    }

    /// Returns the outing after an edit in the same transaction.
    private func present(_ id: OutingID, to call: Call, in transaction: Transaction) async throws -> Response
    {
        try await present(try await transaction.one(.outing(id, for: call.actor.person)), in: transaction)
    }

    private func present(_ outing: OutingRow, in database: any Database) async throws -> Response {
        .json(.ok, try await services.hours.wire(outing, in: database), etag: .version(outing.version))
    }
}
