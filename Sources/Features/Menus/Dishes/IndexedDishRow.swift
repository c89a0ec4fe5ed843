import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Postgres
import Restaurants

/// The columns of a dish and its restaurant that the index stores, and the transaction of the last change of either.
@Row
struct IndexedDishRow: PostgresRow {
    @Column("d.id") let id: UUID
    @Column("d.name") let name: String
    @Column("ARRAY(SELECT DISTINCT value FROM jsonb_each_text(d.names))") let otherNames: [String]
    @Column("d.price_minor") let priceMinor: Int
    @Column("d.currency") let currency: String
    @Column("d.diets") let diets: [String]
    @Column("r.latitude") let latitude: Double
    @Column("r.longitude") let longitude: Double
    @Column("r.opening_hours") let openingHours: String?
    @Column("r.time_zone") let timeZone: String?
    @Column("r.country") let country: String?
    @Column("d.is_offered AND r.vanished_at IS NULL") let isOffered: Bool
    @Column("greatest(d.changed_in, r.changed_in)::text::bigint") let changedIn: Int

    /// Returns the dish as a place of the index; `nil` if the coordinate is invalid.
    ///
    /// - Parameter latin: The result of ``Transliteration/latin(_:)`` for at least the dish's names.
    func place(hours: HoursPatterns, latin: [String: String]) -> Place? {
        guard let coordinate = try? Coordinate(latitude: latitude, longitude: longitude) else { return nil }
        var offers = DietOffers()
        for diet in diets.lazy.compactMap(Diet.init) { offers[diet] = .yes }
        let transliterations = Set(([name] + otherNames).compactMap { latin[$0] }).subtracting(otherNames)
        return Place(
            id: id, coordinate: coordinate, name: name, otherNames: otherNames,
            transliterations: transliterations.sorted(), kind: nil, diets: offers,
            cost: DishCost.number(priceMinor, currency),
            hoursPattern: hours.number(
                of: PlaceHours(text: openingHours, zone: timeZone, country: country, coordinate: coordinate)))
    }
}

extension Query where Row == IndexedDishRow {
    /// Returns the next page of dishes that are offered, by id.
    static func dishes(after id: UUID?, limit: Int) -> Self {
        Query(
            "menus.load_dishes", on: .slow,
            """
            SELECT \(fragment: IndexedDishRow.columns)
              FROM dish AS d
              JOIN restaurant AS r ON r.id = d.restaurant_id
             WHERE d.is_offered
               AND r.vanished_at IS NULL
               AND (\(id)::uuid IS NULL OR d.id > \(id))
             ORDER BY d.id
             LIMIT \(limit)
            """)
    }

    /// Returns the next page of dishes that changed in transaction `horizon` or later, or whose restaurant did, by id,
    /// including former ones. Served by `dish_changed_idx` and `restaurant_changed_idx`.
    static func dishes(changedSince horizon: Int, after id: UUID?, limit: Int) -> Self {
        let transaction = String(horizon)
        return Query(
            "menus.list_changed_dishes", on: .slow,
            """
            SELECT \(fragment: IndexedDishRow.columns)
              FROM (SELECT id FROM dish WHERE changed_in >= \(transaction)::xid8
                     UNION
                    SELECT dish.id
                      FROM restaurant
                      JOIN dish ON dish.restaurant_id = restaurant.id
                     WHERE restaurant.changed_in >= \(transaction)::xid8) AS changed
              JOIN dish AS d ON d.id = changed.id
              JOIN restaurant AS r ON r.id = d.restaurant_id
             WHERE \(id)::uuid IS NULL OR d.id > \(id)
             ORDER BY d.id
             LIMIT \(limit)
            """)
    }
}

/// What a follower of the dishes needs to know before it reads any, in one statement, because every HTTP process asks each
/// second.
@Row
struct DishChanges: Sendable, PostgresRow {
    /// The result of ``Query/changeHorizon()``.
    let horizon: Int
    /// Whether there is a change to read.
    let areAny: Bool
}

extension Query where Row == DishChanges {
    /// Returns whether dishes or restaurants changed in transaction `horizon` or later. Served by the indexes of
    /// ``dishes(changedSince:after:limit:)``.
    static func changes(since horizon: Int) -> Self {
        let transaction = String(horizon)
        return Query(
            "menus.read_changes",
            """
            SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
                   EXISTS (SELECT FROM dish WHERE changed_in >= \(transaction)::xid8)
                       OR EXISTS (SELECT FROM restaurant WHERE changed_in >= \(transaction)::xid8)
            """)
    }
}
