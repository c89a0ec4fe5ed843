package import NoonishAPI
package import Pictures
package import Postgres

/// The logo of a restaurant, which its owner uploads.
package enum RestaurantLogo {
    /// The sizes of a logo, by the longer side in **pixels**.
    enum Size: String, CaseIterable, Sendable {
        case small = "160"
        case large = "480"
    }

    /// The formats of the large and the small logo. A square would cut a name off.
    package static let formats = [
        PictureFormat(side: 480, isSquare: false), PictureFormat(side: 160, isSquare: false),
    ]

    /// Returns the address of a logo, which changes with it.
    package static func path(_ tag: String, of restaurant: RestaurantID) -> String {
        "/v1/restaurants/\(restaurant)/logo?v=\(tag)"
    }
}

extension Query where Row == PublicPicture {
    static func logo(of restaurant: RestaurantID, _ size: RestaurantLogo.Size) -> Self {
        Query(
            "restaurants.read_logo",
            """
            SELECT tag, CASE WHEN \(size == .small) THEN small ELSE large END
              FROM restaurant_logo
             WHERE restaurant_id = \(restaurant)
            """)
    }
}

extension Command {
    package static func storeLogo(
        _ made: PictureConverter.ConvertedPicture, of restaurant: RestaurantID
    ) -> Command {
        Command(
            "restaurants.store_logo",
            """
            INSERT INTO restaurant_logo (restaurant_id, tag, large, small)
            VALUES (\(restaurant), \(made.tag), \(made.files[0]), \(made.files[1]))
                ON CONFLICT (restaurant_id) DO UPDATE
               SET tag = excluded.tag, large = excluded.large, small = excluded.small, at = now()
            """)
    }

    package static func removeLogo(of restaurant: RestaurantID) -> Command {
        Command("restaurants.remove_logo", "DELETE FROM restaurant_logo WHERE restaurant_id = \(restaurant)")
    }
}
