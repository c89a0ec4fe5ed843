import Access
import HTTPTypes
import Journal
import Menus
import Messages
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Venues

@testable import Orders

/// Runs `test` with a venue that the stranger owns, and a placed order of Tom's green curry there.
func withPlacedOrder(
    _ test:
        @escaping @Sendable (TestWorld, _ lunch: String, _ venue: String, _ order: String)
        async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [OrderUpdater()], committed: { _ in })
            world.otherResolvers = [DeviceTokenResolver(database: world.database)]
            let edits = OrderEdits(
                record: world.record, menus: PublishedMenus(), hours: world.hours)
            return world.outingRoutes() + OrderRoutes(database: world.database, edits: edits).routes
                + BoardRoutes(database: world.database, edits: edits, messages: world.venueMessages).routes
                + world.messageRoutes()
                + VenueDeviceRoutes(database: world.database).routes
                + AvailabilityRoutes(database: world.database, menus: PublishedMenus()).routes
                + MenuRoutes(database: world.database, menus: PublishedMenus()).routes
                + StationRoutes(database: world.database).routes
        },
        { world in
            let lunch = try await world.lunchFromMenu()
            let restaurant = RestaurantID(ThaiMenu.restaurant)
            try await world.run(
                """
                INSERT INTO venue (restaurant_id, state, takes_orders, verified_at)
                VALUES (\(restaurant), 'verified', true, now())
                """)
            try await world.run(
                """
                INSERT INTO venue_person (restaurant_id, person_id, role)
                VALUES (\(restaurant), \(world.cast.stranger.id), 'owner')
                """)
            _ = try await world.choose(ThaiMenu.curry, by: world.tom, on: lunch)
            _ = try await world.move("open", "locked", by: world.leila, on: lunch)
            let placed = try await world.move("locked", "placed", by: world.leila, on: lunch)
            guard placed.status == .ok, let order = placed["id"].text else {
                throw TestWorld.Unexpected(placed)
            }
            try await test(world, lunch, "/v1/venues/\(ThaiMenu.restaurant)", order)
        })
}

extension TestWorld {
    /// What venues write, within the limit of the settings.
    var venueMessages: MessageEdits {
        MessageEdits(record: record, messagesPerMinute: MessageLimits.messagesPerMinute)
    }

    /// A lunch of Leila's alone, with a placed order of a green curry.
    ///
    /// - Returns: The path of the outing, and the order's ID.
    func placedAlone() async throws -> (path: String, order: String) {
        let made = try await leila.post(
            "/v1/outings",
            #"{"title":"Lunch","restaurantId":"\#(ThaiMenu.restaurant)","startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki"}"#
        )
        let lunch = "/v1/outings/\(made["id"].text ?? "")"
        _ = try await leila.post(lunch + "/order", #"{"currency":"EUR","closesBefore":60}"#)
        _ = try await choose(ThaiMenu.curry, by: leila, on: lunch)
        _ = try await move("open", "locked", by: leila, on: lunch)
        let placed = try await move("locked", "placed", by: leila, on: lunch)
        guard placed.status == .ok, let order = placed["id"].text else { throw Unexpected(placed) }
        return (lunch, order)
    }
}
