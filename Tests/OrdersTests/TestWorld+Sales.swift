import Access
import Foundation
import HTTPTypes
import JSON
import Journal
import Menus
import Money
import NoonishAPI
import Outings
import Postgres
import Records
import Stock
import TestSupport
import Venues

@testable import Orders

/// Runs `test` with the routes of a venue that sells: the restaurant with the menu, which the stranger owns and where Mei works.
/// Tom owns another one.
func withSales(
    _ test: @escaping @Sendable (_ world: TestWorld, _ venue: String) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [OrderUpdater()], committed: { _ in })
            world.otherResolvers = [DeviceTokenResolver(database: world.database)]
            let menus = PublishedMenus()
            let edits = OrderEdits(record: world.record, menus: menus, hours: world.hours)
            return world.outingRoutes() + OrderRoutes(database: world.database, edits: edits).routes
                + BoardRoutes(database: world.database, edits: edits, messages: world.venueMessages).routes
                + OrderTimesRoutes(database: world.database).routes
                + StockRoutes(database: world.database, menus: menus, orders: edits).routes
                + SaleRoutes(database: world.database, menus: menus).routes
                + SalesReportRoutes(database: world.database, menus: menus).routes
                + InvoiceRoutes(database: world.database).routes
                + CustomerRoutes(database: world.database).routes
                + FilterRoutes(database: world.database).routes
                + VenueDeviceRoutes(database: world.database).routes
        },
        { world in
            for id in [ThaiMenu.restaurant, ThaiMenu.harbour].compactMap({ RestaurantID($0) }) {
                try await world.restaurant("Thai Garden", id: id)
                try await world.run(
                    """
                    INSERT INTO venue (restaurant_id, state, takes_orders, verified_at)
                    VALUES (\(id), 'verified', true, now())
                    """)
            }
            try await world.publishMenu()
            let people = [
                (ThaiMenu.restaurant, world.cast.stranger.id, "owner"),
                (ThaiMenu.restaurant, world.cast.mei.id, "staff"),
                (ThaiMenu.harbour, world.cast.tom.id, "owner"),
            ]
            for (venue, person, role) in people {
                try await world.run(
                    """
                    INSERT INTO venue_person (restaurant_id, person_id, role)
                    VALUES (\(RestaurantID(venue)), \(person), \(role))
                    """)
            }
            try await test(world, "/v1/venues/\(ThaiMenu.restaurant)")
        })
}

extension TestWorld {
    /// Places an order of what `dishes` choose, and hands it over as the venue.
    ///
    /// - Returns: The path of the venue's answers to it.
    func handOver(_ dishes: [(Visitor, String)], venue: String) async throws -> String {
        let lunch = try await order(at: ThaiMenu.restaurant)
        for (visitor, dish) in dishes {
            let chosen = try await choose(dish, by: visitor, on: lunch)
            guard chosen.status == .created else { throw Unexpected(chosen) }
        }
        _ = try await move("open", "locked", by: leila, on: lunch)
        let placed = try await move("locked", "placed", by: leila, on: lunch)
        guard placed.status == .ok, let order = placed["id"].text else { throw Unexpected(placed) }
        let transitions = venue + "/orders/\(order)/transitions"
        let answer = try await stranger.post(transitions, #"{"from":"placed","to":"handed_over"}"#)
        guard answer.status == .ok else { throw Unexpected(answer) }
        return transitions
    }

    /// Places an order of water for Tom, which Leila runs, and hands it over as the venue.
    ///
    /// - Returns: The path of its sale.
    func sellOrder(at venue: String) async throws -> String {
        _ = try await handOver([(tom, ThaiMenu.pick("water"))], venue: venue)
        let sales = try await stranger.get(venue + "/sales")
        guard let id = sales["items"][0]["id"].text else { throw Unexpected(sales) }
        return venue + "/sales/\(id)"
    }

    /// Sells a dish at a time.
    func sell(_ name: String, _ minor: Int, at time: Date) async throws {
        guard let venue = RestaurantID(ThaiMenu.restaurant), let euro = Currency("EUR") else { return }
        let dish = SoldDish(
            item: nil, madeOf: [], name: name, options: nil, category: nil, quantity: 1, unitMinor: minor,
            tax: nil, includesTax: true)
        try await database.transaction { transaction in
            try await transaction.record(
                NewSale(at: venue, [dish], in: euro, of: nil, by: nil, zone: "UTC", at: time))
        }
    }
}
