import Foundation
import Geo
import GeoSearch
import Postgres

/// The columns of `restaurant` that the index stores, and the transaction of the last change.
struct PlaceRow: Sendable, PostgresRow {
    let id: UUID
    let source: String
    let name: String
    let otherNames: [String]
    let kind: String
    let cuisines: [String]
    let diets: [String: String]
    let latitude: Double
    let longitude: Double
    let timeZone: String?
    let openingHours: String?
    let brand: String?
    let areas: [String]
    let country: String?
    let price: Int16?
    let rating: Double?
    let ratingCount: Int32?
    let hasVanished: Bool
    /// The transaction of the last change.
    let changedIn: Int

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        source = try row.next()
        name = try row.next()
        otherNames = try row.next()
        kind = try row.next()
        cuisines = try row.next()
        diets = try row.nextTexts()
        latitude = try row.next()
        longitude = try row.next()
        timeZone = try row.next()
        openingHours = try row.next()
        brand = try row.next()
        areas = try row.next()
        country = try row.next()
        price = try row.next()
        rating = try row.next()
        ratingCount = try row.next()
        hasVanished = try row.next()
        changedIn = try row.next()
    }

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
    private static var columns: SQL {
        """
        id, source, name, ARRAY(SELECT DISTINCT value FROM jsonb_each_text(names)), kind, cuisines, diets, latitude,
        longitude, time_zone, opening_hours, brand, array_remove(ARRAY[area, city], NULL), country, price, rating,
        rating_count,
        vanished_at IS NOT NULL, changed_in::text::bigint
        """
    }

    /// Returns the next page of restaurants that their source still has, by id.
    static func places(after id: UUID?, limit: Int) -> Self {
        Query(
            "restaurants.load_places", on: .slow,
            """
            SELECT \(fragment: columns)
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
            SELECT \(fragment: columns)
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
    static func changeHorizon() -> Self {
        Query(
            "restaurants.read_change_horizon", "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
        ) {
            (row: inout RowReader) throws(PostgresError) in try row.next()
        }
    }
}

/// The identity of the database and its current change horizon.
struct DatabasePosition: Sendable, PostgresRow {
    /// The system identifier, timeline and database. A restored backup has another timeline or another system
    /// identifier.
    let database: String
    /// The result of ``Query/changeHorizon()``.
    let horizon: Int

    init(row: inout RowReader) throws(PostgresError) {
        database = try row.next()
        horizon = try row.next()
    }
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
