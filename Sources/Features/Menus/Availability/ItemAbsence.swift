package import Foundation
package import NoonishAPI
package import Postgres

/// The items of a restaurant's menu that its people have taken off for a time, such as sold-out dishes.
package struct ItemAbsences: Sendable {
    private let ends: [String: Date?]

    fileprivate init(_ rows: [ItemAbsenceRow]) {
        ends = Dictionary(rows.map { ($0.key, $0.until) }) { _, last in last }
    }

    /// Reads what is off now or later.
    package static func read(
        of restaurant: RestaurantID, from database: any Database
    ) async throws(PostgresError) -> ItemAbsences {
        ItemAbsences(try await database.all(.absences(of: restaurant)))
    }

    package func includes(_ key: String, at instant: Date) -> Bool {
        guard let until = ends[key] else { return false }
        return until.map { instant < $0 } ?? true
    }

    var keys: Set<String> { Set(ends.keys) }
}

/// A row of `menu_item_off`.
@Row
struct ItemAbsenceRow: PostgresRow {
    let key: String
    /// `nil` until someone puts it on again.
    let until: Date?
}

extension Query where Row == ItemAbsenceRow {
    static func absences(of restaurant: RestaurantID) -> Self {
        Query(
            "menus.list_absences",
            """
            SELECT item_key, until FROM menu_item_off
             WHERE restaurant_id = \(restaurant) AND (until IS NULL OR until > now())
            """)
    }
}

extension Command {
    static func takeOff(_ key: String, until: Date?, at restaurant: RestaurantID) -> Command {
        Command(
            "menus.take_item_off",
            """
            INSERT INTO menu_item_off (restaurant_id, item_key, until)
            VALUES (\(restaurant), \(key), \(until))
                ON CONFLICT (restaurant_id, item_key) DO UPDATE SET until = excluded.until
            """)
    }

    static func putOn(_ key: String, at restaurant: RestaurantID) -> Command {
        Command(
            "menus.put_item_on",
            "DELETE FROM menu_item_off WHERE restaurant_id = \(restaurant) AND item_key = \(key)")
    }
}
