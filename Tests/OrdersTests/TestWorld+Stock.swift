import HTTPTypes
import NoonishAPI
import Postgres
import TestSupport

@testable import Orders

extension TestWorld {
    /// An open order at the restaurant with the menu, whose deadline is near enough for the restaurant to keep portions.
    func stockedLunch(_ portions: [String: Int], _ members: String = #""closesBefore":60"#) async throws
        -> String
    {
        let lunch = try await lunchFromMenu(members)
        for (item, count) in portions.sorted(by: { $0.key < $1.key }) {
            try await self.count(count, of: item)
        }
        try await closeTomorrow()
        return lunch
    }

    /// Counts an item at a restaurant with the menu.
    ///
    /// - Parameter day: `nil` for portions of every day.
    func count(
        _ found: Int, of item: String, day: String? = nil, at restaurant: String = ThaiMenu.restaurant
    ) async throws {
        let restaurant = RestaurantID(restaurant)
        try await run(
            """
            INSERT INTO stock_move (restaurant_id, id, item_key, day, kind, found)
            VALUES (\(restaurant), gen_random_uuid(), \(item), coalesce(\(day)::text::date, '-infinity'), 'count', \(found))
            """)
    }

    /// Moves the deadlines of open orders to tomorrow.
    func closeTomorrow() async throws {
        try await run(
            """
            UPDATE group_order
               SET closes_at = now() + interval '1 day', closes_wall = (now() + interval '1 day') AT TIME ZONE time_zone,
                   closes_before = NULL
             WHERE state = 'open'
            """)
    }

    /// Moves the meals of all orders to `ago`, an interval before now, with no deadline for those that are open.
    func endMeals(_ ago: String, except lunch: String? = nil) async throws {
        let kept = lunch.flatMap { outing(of: $0) }
        try await run(
            """
            UPDATE outing SET starts_at = now() - \(ago)::text::interval, ends_at = NULL,
                   starts_wall = (now() - \(ago)::text::interval) AT TIME ZONE time_zone, ends_wall = NULL
             WHERE id IS DISTINCT FROM \(kept)
            """)
        try await run(
            """
            UPDATE group_order
               SET due_at = now() - \(ago)::text::interval,
                   due_wall = (now() - \(ago)::text::interval) AT TIME ZONE time_zone,
                   closes_at = NULL, closes_wall = NULL, closes_before = NULL,
                   created_at = now() - \(ago)::text::interval,
                   placed_at = CASE WHEN placed_at IS NOT NULL THEN now() - \(ago)::text::interval END
             WHERE outing_id IS DISTINCT FROM \(kept)
            """)
    }

    /// Returns what is counted, held and sold of each item, such as `water 5 2 0`.
    ///
    /// - Parameter restaurant: `nil` for all of them.
    func levels(at restaurant: String? = nil) async throws -> [String] {
        let restaurant = restaurant.flatMap { RestaurantID($0) }
        return try await all(
            """
            SELECT concat_ws(' ', item_key, nullif(day::text, '-infinity'), counted, held, sold)
              FROM stock WHERE restaurant_id = coalesce(\(restaurant), restaurant_id) ORDER BY item_key, day
            """)
    }

    /// Returns what the kitchen makes for the lines of all orders.
    func parts() async throws -> [String] {
        try await all(
            """
            SELECT concat_ws(' / ', p.item_key, p.slot, p.name, p.options)
              FROM order_part AS p ORDER BY p.line_id, p.number
            """)
    }

    func placed(_ lunch: String) async throws {
        for (from, to) in [("open", "locked"), ("locked", "placed")] {
            let moved = try await move(from, to, by: leila, on: lunch)
            guard moved.status == .ok else { throw Unexpected(moved) }
        }
    }
}
