package import Foundation
package import NoonishAPI
package import Postgres

/// How many portions of an item are left.
@Row
package struct ItemLeft: PostgresRow {
    /// The item's key.
    package let item: String
    package let left: Int
}

extension Query where Row == ItemLeft {
    /// Returns what is left of the items whose portions a restaurant counts.
    ///
    /// - Parameters:
    ///   - instant: When people eat.
    ///   - zone: The time zone of the restaurant, which says which day that is.
    package static func itemsLeft(
        of restaurant: RestaurantID, at instant: Date, in zone: String
    ) -> Self {
        Query(
            "menus.list_items_left",
            """
            SELECT DISTINCT ON (s.item_key) s.item_key, (s.counted - s.held - s.sold)::bigint
              FROM stock AS s
             WHERE s.restaurant_id = \(restaurant) AND s.is_tracked
               AND s.day IN ((\(instant)::timestamptz AT TIME ZONE \(zone))::date, '-infinity')
             ORDER BY s.item_key, s.day DESC
            """)
    }
}
