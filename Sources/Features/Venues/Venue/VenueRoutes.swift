package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
package import Postgres

/// The venues of the caller: their profiles and their history.
@MemberwiseInit
package struct VenueRoutes: RouteGroup {
    let database: PostgresClient

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listOwnVenues, .readOwnVenues, scope: .member, "List the caller's venues",
            "The restaurants that the caller runs or works at, by name.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .venue), "All of them, on one page", isTagged: true)], handler: list),
        RouteDefinition(
            .readVenue, .readVenue, scope: .venue, "Read a venue",
            answers: [.ok(.venue, "The venue", isTagged: true)], problems: [.forbidden], handler: read),
        RouteDefinition(
            .editVenue, .editVenue, scope: .member, "Edit a venue",
            "Its restaurant shows the new values, and imports no longer change them.",
            body: .mergePatch(.venuePatch), answers: [.json(200, .venue, "The venue", [.eTag])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .amounts,
                .faults("malformed_phone", "malformed_url", "unreadable_hours", "unknown_currency"),
                .of(VenueProblems.currencyMissing), .of(VenueProblems.limitsOutOfOrder),
                .of(
                    Problem.preconditionFailed(
                        tag: EntityTag(version: 2, hash: "5b1f0a9c2d3e4f5061728394")),
                    .field("current", .venue)),
            ], needsVersion: true, handler: edit),
        RouteDefinition(
            .listVenueChanges, .readVenueChanges, scope: .member, "List the edits of a venue",
            "Newest first, with their authors and the values before and after.",
            parameters: [.limit(VenueLimits.changes, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .venueChange), "The edits", isTagged: true, isPaged: true)],
            problems: [.forbidden, .faults("malformed_cursor")], handler: changes),
    ]

    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readOwnVenues)
        try call.query.finishWholeList()
        let venues = try await database.all(.venues(of: me))
        return .json(
            .ok, WholeList(venues.map { $0.wire(for: $0.relation(of: call.actor)) }), etag: .content)
    }

    func read(_ call: Call) async throws -> Response {
        let (venue, capability) = try await VenueEdits.authorize(
            call.actor, .readVenue, on: try call.id("id"), in: database)
        return .json(.ok, venue.wire(for: capability.relation), etag: .version(venue.version))
    }

    func edit(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let match = try call.ifMatch
        let patch = try VenuePatch(await call.body())
        let locale = call.language().locale
        do {
            return try await call.write(database) { transaction in
                try await VenueEdits.patch(
                    id, patch, ifMatch: match, by: call.actor, locale: locale, in: transaction)
                let venue = try await transaction.one(.venue(id, for: call.actor.person))
                return .json(.ok, venue.wire(for: .owner), etag: .version(venue.version))
            }
        } catch let mismatch as VenueEdits.VersionMismatch {
            throw Problem.stale(mismatch.current, version: mismatch.current.version)
        }
    }

    func changes(_ call: Call) async throws -> Response {
        var query = call.query
        let limit = query.limit(default: VenueLimits.changes)
        let before = query.cursor { Int($0) }
        try query.finish()
        let (_, capability) = try await VenueEdits.authorize(
            call.actor, .readVenueChanges, on: try call.id("id"), in: database)
        let rows = try await database.all(.changes(of: capability, before: before, limit: limit + 1))
        let items = Array(rows.prefix(limit))
        return call.page(items, isLast: rows.count <= limit) { String($0.sequence) }
    }
}
