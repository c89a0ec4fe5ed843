import Foundation
import Geo
import GeoSearch
package import Postgres

/// The columns of `restaurant` that the index stores, and the transaction of the last change.
@Row
struct PlaceRow: Sendable, PostgresRow {
    @Column("id") let id: UUID
    @Column("source") let source: String
    @Column("name") let name: String
    @Column("ARRAY(SELECT DISTINCT value FROM jsonb_each_text(names))") let otherNames: [String]
    @Column("kind") let kind: String
    @Column("cuisines") let cuisines: [String]
    @Column("diets") let diets: [String: String]
    @Column("latitude") let latitude: Double
    @Column("longitude") let longitude: Double
    @Column("time_zone") let timeZone: String?
    @Column("opening_hours") let openingHours: String?
    @Column("brand") let brand: String?
    @Column("array_remove(ARRAY[area, city], NULL)") let areas: [String]
    @Column("country") let country: String?
    @Column("price") let price: Int16?
    @Column("rating") let rating: Double?
    @Column("rating_count") let ratingCount: Int32?
    @Column("vanished_at IS NOT NULL") let hasVanished: Bool
    /// The transaction of the last change.
    @Column("changed_in::text::bigint") let changedIn: Int

    /// Returns the place, with `source` as the number of its source. Returns `nil` if the coordinate is
    /// invalid or the kind is unknown, which a newer version of the program may have written.
    ///
    /// - Parameter latin: The result of ``Transliteration/latin(_:)`` for at least the place's names.
    func place(source: UInt16, hours: HoursPatterns, latin: [String: String]) -> Place? {
        guard let coordinate = try? Coordinate(latitude: latitude, longitude: longitude),
            let kind = PlaceKind(rawValue: kind)
        else { return nil }
        var offers = DietOffers()
        for (diet, offer) in diets {
            guard let diet = Diet(rawValue: diet), let offer = DietOffer(rawValue: offer) else { continue }
            offers[diet] = offer
        }
        var rated: PlaceRating?
        if let rating, let ratingCount { rated = PlaceRating(value: rating, count: Int(ratingCount)) }
        let transliterations = Set(([name] + otherNames).compactMap { latin[$0] }).subtracting(otherNames)
        return Place(
            id: id, coordinate: coordinate, name: name, otherNames: otherNames,
            transliterations: transliterations.sorted(), kind: kind, cuisines: cuisines,
            diets: offers, price: price.map(Int.init), rating: rated, brand: brand, areas: areas,
            hoursPattern: hours.number(
                of: PlaceHours(text: openingHours, zone: timeZone, country: country, coordinate: coordinate)),
            source: source)
    }
}

extension Query where Row == PlaceRow {
    /// Returns the next page of restaurants that their source still has, by id.
    static func places(after id: UUID?, limit: Int) -> Self {
        Query(
            "restaurants.load_places", on: .slow,
            """
            SELECT \(fragment: PlaceRow.columns)
              FROM restaurant
             WHERE vanished_at IS NULL
               AND (\(id)::uuid IS NULL OR id > \(id))
             ORDER BY id
             LIMIT \(limit)
            """)
    }

    /// Returns the next page of restaurants that changed in transaction `horizon` or later, by transaction
    /// and id, including vanished ones. Served by `restaurant_changed_idx`.
    static func places(
        changedSince horizon: Int, after: (changedIn: Int, id: UUID)?, limit: Int
    ) -> Self {
        let transaction = String(after?.changedIn ?? horizon)
        return Query(
            "restaurants.list_changed_places", on: .slow,
            """
            SELECT \(fragment: PlaceRow.columns)
              FROM restaurant
             WHERE changed_in >= \(transaction)::xid8
               AND (\(after?.id)::uuid IS NULL OR (changed_in, id) > (\(transaction)::xid8, \(after?.id)))
             ORDER BY changed_in, id
             LIMIT \(limit)
            """)
    }
}

extension Query where Row == Int {
    /// Returns the oldest transaction whose changes may not be visible yet. The changes of all older
    /// transactions are visible.
    package static func changeHorizon() -> Self {
        Query(
            "restaurants.read_change_horizon", "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
        ) {
            (row: inout RowReader) throws(PostgresError) in try row.next()
        }
    }
}

/// What a follower of the restaurants needs to know before it reads any, in one statement, because every HTTP process asks
/// each second.
@Row
struct RestaurantChanges: Sendable, PostgresRow {
    /// The result of ``Query/changeHorizon()``.
    let horizon: Int
    /// Whether there is a change to read.
    let areAny: Bool
    /// When the last complete import of any source ended.
    let importedAt: Date
}

extension Query where Row == RestaurantChanges {
    /// Returns whether restaurants changed in transaction `horizon` or later. Served by `restaurant_changed_idx`.
    static func changes(since horizon: Int) -> Self {
        Query(
            "restaurants.read_changes",
            """
            SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
                   EXISTS (SELECT FROM restaurant WHERE changed_in >= \(String(horizon))::xid8),
                   (SELECT coalesce(max(imported_at), 'epoch'::timestamptz) FROM restaurant_source)
            """)
    }
}

/// The identity of the database and its current change horizon.
@Row
struct DatabasePosition: Sendable, PostgresRow {
    /// The system identifier, timeline and database. A restored backup has another timeline or another system
    /// identifier.
    let database: String
    /// The result of ``Query/changeHorizon()``.
    let horizon: Int
}

extension Query where Row == DatabasePosition {
    static func position() -> Self {
        Query(
            "restaurants.read_database_moment",
            """
            SELECT concat_ws('/', system.system_identifier, checkpoint.timeline_id, pg_database.oid),
                   pg_snapshot_xmin(pg_current_snapshot())::text::bigint
              FROM pg_database, pg_control_system() AS system, pg_control_checkpoint() AS checkpoint
             WHERE pg_database.datname = current_database()
            """)
    }
}
