import Foundation
import NoonishAPI
import Pictures
import Postgres
import Restaurants

/// Which picture an item of a menu has.
@Row
struct MenuPictureRow: PostgresRow {
    @Column("p.item_key") let item: String
    @Column("p.tag") let tag: String

    func picture(at restaurant: RestaurantID) -> MenuPicture {
        MenuPicture(item: item, path: Self.path(of: item, tag, at: restaurant))
    }

    /// Returns the address of a picture, which changes with it.
    static func path(of item: String, _ tag: String, at restaurant: RestaurantID) -> String {
        "/v1/restaurants/\(restaurant)/menu/pictures/\(item)?v=\(tag)"
    }
}

extension Query where Row == MenuPictureRow {
    static func pictures(of restaurant: RestaurantID) -> Self {
        Query(
            "menus.list_pictures",
            """
            SELECT \(fragment: MenuPictureRow.columns)
              FROM menu_branch AS b
              JOIN menu_picture AS p ON p.menu_id = b.menu_id
             WHERE b.restaurant_id = \(restaurant)
             ORDER BY p.item_key
            """)
    }
}

extension Query where Row == Int {
    /// The bytes of the pictures of a restaurant's menu, without the one of `item`.
    static func pictureBytes(at restaurant: RestaurantID, except item: String) -> Self {
        Query(
            "menus.count_picture_bytes",
            """
            SELECT coalesce(sum(octet_length(p.small) + octet_length(p.large)), 0)::bigint
              FROM menu_branch AS b
              JOIN menu_picture AS p ON p.menu_id = b.menu_id
             WHERE b.restaurant_id = \(restaurant) AND p.item_key <> \(item)
            """)
    }
}

extension Query where Row == Bool {
    /// Whether it is there, with or without a menu.
    static func isRestaurant(_ id: RestaurantID) -> Self {
        Query("menus.check_restaurant", "SELECT EXISTS (SELECT FROM restaurant WHERE id = \(id))") {
            row throws(PostgresError) in try row.next()
        }
    }
}

extension Query where Row == PublicPicture {
    static func picture(of item: String, at restaurant: RestaurantID, _ size: MenuPictureSize) -> Self {
        Query(
            "menus.read_picture",
            """
            SELECT p.tag, CASE WHEN \(size == .small) THEN p.small ELSE p.large END
              FROM menu_branch AS b
              JOIN menu_picture AS p ON p.menu_id = b.menu_id AND p.item_key = \(item)
             WHERE b.restaurant_id = \(restaurant)
            """)
    }
}

extension Command {
    static func storePicture(
        _ made: PictureConverter.ConvertedPicture, of item: String, at restaurant: RestaurantID
    ) -> Self {
        Command(
            "menus.store_picture",
            """
            INSERT INTO menu_picture (menu_id, item_key, tag, large, small)
            SELECT b.menu_id, \(item), \(made.tag), \(made.files[0]), \(made.files[1])
              FROM menu_branch AS b
             WHERE b.restaurant_id = \(restaurant)
                ON CONFLICT (menu_id, item_key) DO UPDATE
               SET tag = excluded.tag, small = excluded.small, large = excluded.large, at = now()
            """)
    }

    static func removePicture(of item: String, at restaurant: RestaurantID) -> Self {
        Command(
            "menus.remove_picture",
            """
            DELETE FROM menu_picture AS p
             USING menu_branch AS b
             WHERE b.restaurant_id = \(restaurant) AND p.menu_id = b.menu_id AND p.item_key = \(item)
            """)
    }

    /// Removes the pictures of what a menu no longer offers.
    static func removePictures(of menu: UUID, except items: [String]) -> Self {
        Command(
            "menus.remove_former_pictures",
            "DELETE FROM menu_picture WHERE menu_id = \(menu) AND item_key <> ALL (\(items))")
    }
}
