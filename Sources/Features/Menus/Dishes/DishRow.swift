import Access
import Foundation
import Geo
import NoonishAPI
import Postgres
import Restaurants

/// A dish with its restaurant, as responses have it.
@Row
struct DishRow: PostgresRow {
    @Column("d.id") let id: DishID
    @Column("d.item_key") let item: String
    @Column("d.menu_version") let menuVersion: Int
    @Column("d.kind") let kind: String
    @Column("d.name") let name: String
    @Column("d.description") let description: String?
    @Column("d.price_minor") let priceMinor: Int
    @Column("d.currency") let currency: String
    @Column("d.price_varies") let priceVaries: Bool
    @Column("d.diets") let diets: [String]
    @Column("d.contains") let contains: [String]?
    @Column("d.attribution") let attribution: String?
    @Column("p.tag") let pictureTag: String?
    @Column("r.id") let restaurant: RestaurantID
    @Column("r.name") let restaurantName: String
    @Column("r.latitude") let latitude: Double
    @Column("r.longitude") let longitude: Double
    @Column("r.opening_hours") let openingHours: String?
    @Column("r.time_zone") let timeZone: String?
    @Column("r.country") let country: String?
    @Column("s.id") let source: String
    @Column("s.name") let sourceName: String
    @Column("s.licence") let licence: String
    @Column("s.attribution") let sourceAttribution: String
    @Column("s.url") let sourceURL: String

    var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }

    var hours: PlaceHours? {
        PlaceHours(text: openingHours, zone: timeZone, country: country, coordinate: coordinate)
    }

    /// Returns the dish without what only a search knows.
    ///
    /// - Parameter distance: In **metres**.
    func dish(distance: Double?, openAt: OpenStatus?) -> Dish {
        Dish(
            id: id,
            restaurant: DishRestaurant(
                id: restaurant, name: restaurantName,
                location: LiveRestaurant.Location(latitude: latitude, longitude: longitude),
                distance: distance, openAt: openAt,
                source: RestaurantSource(
                    id: source, name: sourceName, licence: licence, attribution: sourceAttribution,
                    url: sourceURL)),
            item: item, menuVersion: menuVersion, kind: MenuItem.Kind(rawValue: kind) ?? .dish, name: name,
            description: description, priceMinor: priceMinor, currency: currency, priceVaries: priceVaries,
            diets: diets.compactMap(PersonalDiet.init), contains: contains?.compactMap(Allergen.init),
            attribution: attribution,
            picture: pictureTag.map { MenuPictureRow.path(of: item, $0, at: restaurant) })
    }
}

extension Query where Row == DishRow {
    /// Returns those of the dishes that are offered, in no particular order.
    static func dishes(_ ids: [UUID]) -> Self {
        Query(
            "menus.read_dishes",
            """
            SELECT \(fragment: DishRow.columns)
              FROM dish AS d
              JOIN restaurant AS r ON r.id = d.restaurant_id
              JOIN restaurant_source AS s ON s.id = r.source
              LEFT JOIN menu_branch AS b ON b.restaurant_id = d.restaurant_id
              LEFT JOIN menu_picture AS p ON p.menu_id = b.menu_id AND p.item_key = d.item_key
             WHERE d.id = ANY (\(ids))
               AND d.is_offered
               AND r.vanished_at IS NULL
            """)
    }
}

extension Query where Row == UUID {
    /// Returns dishes in an order, those that are equal in it as they are given.
    ///
    /// - Parameter language: The reader's, such as `fi`, whose alphabet decides the order of names.
    static func dishes(_ ids: [UUID], by order: DishOrder, in language: String) -> Self {
        Query(
            "menus.order_dishes",
            """
            SELECT d.id
              FROM unnest(\(ids)::uuid[]) WITH ORDINALITY AS near (id, rank)
              JOIN dish AS d ON d.id = near.id
              JOIN restaurant AS r ON r.id = d.restaurant_id
             ORDER BY \(fragment: order.key(in: language)), near.rank
            """)
    }
}

extension DishOrder {
    /// The expressions to sort by before the distance.
    fileprivate func key(in language: String) -> SQL {
        switch self {
        case .distance: "near.rank"
        case .price: "d.price_minor"
        case .name: "d.name \(fragment: .collation(of: language))"
        case .place: "r.name \(fragment: .collation(of: language)), r.id"
        }
    }
}
