package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI
package import Postgres

/// The stations of a venue's kitchen, between which its board divides the orders.
package struct StationRoutes: RouteGroup {
    let database: PostgresClient

    package init(database: PostgresClient) { self.database = database }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listVenueStations, .readVenue, scope: .venue, "List the stations of a venue",
            "In the order in which its board shows them.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .venueStation), "All of them, on one page", isTagged: true)],
            problems: [.forbidden], handler: list),
        RouteDefinition(
            .storeVenueStations, .editVenue, scope: .member, "Store the stations of a venue",
            """
            Replaces all of them. What belongs to no station is made at `other`. An empty list ends the division: then an order \
            is made as a whole.
            """,
            body: .json(.newVenueStations),
            answers: [.json(200, .page(of: .venueStation), "The stations", [])],
            problems: [
                .forbidden, .of(VenueProblems.provisional), .faults("malformed_key", "duplicate_key"),
            ], handler: store),
    ]

    func list(_ call: Call) async throws -> Response {
        try call.query.finishWholeList()
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .readVenue, on: id, in: database)
        return .json(.ok, WholeList(try await database.all(.stations(of: id))), etag: .content)
    }

    func store(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .editVenue, on: id, in: database)
        let new = try StationListInput(await call.body()).stations
        return try await call.write(database) { transaction in
            try await VenueEdits.lockVerified(id, call.actor, .editVenue, in: transaction)
            let old = try await transaction.all(.stations(of: id))
            if new != old {
                try await transaction.execute(.removeStations(of: id))
                for (position, station) in new.enumerated() {
                    try await transaction.execute(.insert(station, at: position, of: id))
                }
                try await transaction.execute(
                    .append(
                        .stationsEdited, before: old.names, after: new.names, to: id, by: call.actor.person))
            }
            return .json(.ok, Page(items: new))
        }
    }
}

extension [VenueStation] {
    /// The names, as the venue's history has them; `nil` without stations.
    fileprivate var names: [String: String]? {
        isEmpty ? nil : ["stations": map(\.name).joined(separator: ", ")]
    }
}
