import Foundation
package import GeoSearch
import Initializers
package import NoonishAPI
package import Postgres

/// A restaurant that the directory lacks, as its owner describes it.
@MemberwiseInit
package struct NewRestaurant: Sendable {
    package let kind: PlaceKind
    package let latitude: Double
    package let longitude: Double
    package let timeZone: String
    package let country: String?
    package let profile: RestaurantProfile
    /// Whether the caller has seen that another one looks like it.
    package let isDistinct: Bool

    package var name: String { profile.name }
}

/// A restaurant near a point.
@Row
package struct NearbyName: PostgresRow {
    package let id: RestaurantID
    package let name: String
}

extension Query where Row == NearbyName {
    /// Lists the restaurants within some 75 m of a point.
    package static func restaurants(near latitude: Double, _ longitude: Double) -> Self {
        let reach = 75 / 111_195.0
        let width = reach / max(cos(latitude * .pi / 180), 0.01)
        return Query(
            "restaurants.list_nearby",
            """
            SELECT r.id, r.name
              FROM restaurant AS r
             WHERE r.vanished_at IS NULL
               AND r.latitude BETWEEN \(latitude - reach) AND \(latitude + reach)
               AND r.longitude BETWEEN \(longitude - width) AND \(longitude + width)
             ORDER BY r.id
            """)
    }
}

extension Query where Row == RestaurantID {
    /// Finds a restaurant by its id, or by its id in a source of the directory.
    package static func restaurant(named name: String) -> Self {
        Query(
            "restaurants.find_named",
            """
            SELECT r.id
              FROM restaurant AS r
             WHERE r.id::text = \(name) OR r.source_id = \(name)
             ORDER BY r.id
            """)
    }
}

extension Command {
    /// The source of restaurants that their owners added.
    package static let ensureOwnerSource = Command(
        "restaurants.ensure_owner_source",
        """
        INSERT INTO restaurant_source AS s (id, name, licence, attribution, url)
        VALUES ('owner', 'Restaurants on Noonish', 'No open licence', 'Added by the restaurant',
                'https://noonish.example')
            ON CONFLICT (id) DO UPDATE
           SET name = excluded.name, licence = excluded.licence, attribution = excluded.attribution
         WHERE s.attribution <> excluded.attribution
        """)

    /// Adds a restaurant that no search finds until ``show(_:)``.
    package static func insertHidden(_ place: NewRestaurant, as id: RestaurantID) -> Command {
        let profile = place.profile
        return Command(
            "restaurants.insert_hidden",
            """
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone, opening_hours,
                                    phone, website, street, postcode, city, country, extra, owner_edited_at,
                                    vanished_at)
            VALUES (\(id), 'owner', \(id)::uuid::text, \(profile.name), \(place.kind.rawValue), \(place.latitude),
                    \(place.longitude), \(place.timeZone), \(profile.openingHours), \(profile.phone),
                    \(profile.website), \(profile.street), \(profile.postcode), \(profile.city), \(place.country),
                    jsonb_strip_nulls(jsonb_build_object('email', \(profile.email)::text)), now(), now())
            """)
    }

    /// Lets searches find a restaurant that its owner added.
    package static func show(_ id: RestaurantID) -> Command {
        Command(
            "restaurants.show",
            "UPDATE restaurant SET vanished_at = NULL WHERE id = \(id) AND source = 'owner' AND vanished_at IS NOT NULL"
        )
    }
}
