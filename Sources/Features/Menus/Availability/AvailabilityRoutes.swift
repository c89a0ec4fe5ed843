package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres
import Restaurants
import Venues

/// Taking items off a menu for a time, by the people of the venue and its devices.
@MemberwiseInit
package struct AvailabilityRoutes: RouteGroup {
    let database: PostgresClient
    let menus: PublishedMenus

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .setAvailability, .setAvailability, scope: .venue,
            "Take an item off the menu, or put it on again",
            """
            `off` with `until` ends by itself, and without it once the item is put on. Orders that are due until then cannot have the \
            item; those that have it already keep it.
            """,
            parameters: [.path("item", .string("green-curry"), "The item's key.")],
            body: .json(
                .object(
                    .field("state", .oneOf(AvailabilityState.self)),
                    .optional("until", Schema.instant, "For `off`."))),
            answers: [.done("Stored")],
            problems: [.forbidden, .of(VenueProblems.provisional), .faults("until_past")],
            handler: set)
    ]

    private enum AvailabilityState: String, CaseIterable, Sendable { case on, off }

    func set(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .setAvailability, on: id, in: database)
        let key = try call.text("item")
        var body = try await call.body()
        let state = body.required("state", .oneOf(AvailabilityState.self))
        let until = body.optional("until", .instant)
        if let until, until <= Date() { body.refuse("until", "until_past", "Choose a time to come.") }
        let chosen = try body.finish(state)
        guard let menu = try await menus.newest(of: id, from: database)?.menu, menu.item(key) != nil else {
            throw Denial.notFound
        }
        return try await call.write(database) { transaction in
            try await VenueEdits.lockVerified(id, call.actor, .setAvailability, in: transaction)
            let isOff = chosen == .off
            try await transaction.execute(
                isOff ? .takeOff(key, until: until, at: id) : .putOn(key, at: id))
            try await transaction.execute(
                .append(
                    .itemAvailability, after: ["item": key, "state": chosen.rawValue], to: id,
                    by: call.actor.person))
            return .empty()
        }
    }
}
