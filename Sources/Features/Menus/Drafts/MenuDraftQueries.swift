import NoonishAPI
import Postgres

/// The draft of a restaurant's menu.
@Row
struct MenuDraftRow: PostgresRow {
    /// The document, as it was stored.
    let draft: String
    /// Counts its changes from 1.
    let version: Int
    /// The restaurants that share the menu.
    let branches: [RestaurantID]
    /// The newest published version; 0 without one.
    let published: Int
}

extension Query where Row == MenuDraftRow {
    static func draft(of restaurant: RestaurantID) -> Self {
        Query(
            "menus.read_draft", on: .write,
            """
            SELECT m.draft, m.draft_version,
                   ARRAY(SELECT s.restaurant_id FROM menu_branch AS s WHERE s.menu_id = m.id ORDER BY 1),
                   coalesce((SELECT max(v.number) FROM menu_version AS v WHERE v.restaurant_id = b.restaurant_id), 0)
              FROM menu_branch AS b
              JOIN menu AS m ON m.id = b.menu_id
             WHERE b.restaurant_id = \(restaurant)
            """)
    }
}
