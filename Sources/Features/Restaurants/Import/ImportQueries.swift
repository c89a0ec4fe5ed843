import Foundation
import NoonishAPI
import Postgres

/// The result of merging one chunk of staged rows.
@Row
struct MergedChunk: Sendable, PostgresRow {
    let staged: Int
    let duplicate: Int
    let imported: Int
    let updated: Int
    let ownerEdited: Int
}

extension Query where Row == MergedChunk {
    /// Merges the staged rows with ordinals in `first...last` into the directory.
    ///
    /// If an id occurs twice, the first row wins. Unchanged rows are not updated, nor are rows
    /// that an owner has edited.
    static func mergeStaged(_ importID: UUID, source: String, _ first: Int, _ last: Int) -> Self {
        Query(
            "restaurants.merge_staged", on: .write,
            """
            WITH chunk AS (
                SELECT id, source_id, name, names, kind, cuisines, diets, latitude, longitude, time_zone, opening_hours,
                       phone, website, street, postcode, area, city, country, brand, price, extra,
                       rating, rating_count,
                       ordinal = (SELECT min(same.ordinal)
                                    FROM restaurant_staging AS same
                                   WHERE same.import_id = staged.import_id
                                     AND same.source_id = staged.source_id) AS is_first
                  FROM restaurant_staging AS staged
                 WHERE import_id = \(importID)
                   AND ordinal BETWEEN \(first) AND \(last)
            ), kept AS (
                SELECT chunk.id
                  FROM chunk
                  JOIN restaurant ON restaurant.source = \(source) AND restaurant.source_id = chunk.source_id
                 WHERE is_first
                   AND owner_edited_at IS NOT NULL
            ), merged AS (
                INSERT INTO restaurant AS known
                       (id, source, source_id, name, names, kind, cuisines, diets, latitude, longitude, time_zone,
                        opening_hours, phone, website, street, postcode, area, city, country, brand, price, extra,
                        source_rating, source_rating_count)
                SELECT id, \(source), source_id, name, names, kind, cuisines, diets, latitude, longitude, time_zone,
                       opening_hours, phone, website, street, postcode, area, city, country, brand, price, extra,
                       rating, rating_count
                  FROM chunk
                 WHERE is_first
                    ON CONFLICT ON CONSTRAINT restaurant_source_once DO UPDATE
                   SET name = excluded.name, names = excluded.names, kind = excluded.kind,
                       cuisines = excluded.cuisines, diets = excluded.diets, latitude = excluded.latitude,
                       longitude = excluded.longitude, time_zone = excluded.time_zone,
                       opening_hours = excluded.opening_hours, phone = excluded.phone, website = excluded.website,
                       street = excluded.street, postcode = excluded.postcode, area = excluded.area,
                       city = excluded.city, country = excluded.country, brand = excluded.brand,
                       price = excluded.price, extra = excluded.extra, source_rating = excluded.source_rating,
                       source_rating_count = excluded.source_rating_count, imported_at = now(), vanished_at = NULL
                 WHERE known.owner_edited_at IS NULL
                   AND (known.vanished_at IS NOT NULL
                        OR (known.name, known.names, known.kind, known.cuisines, known.diets, known.latitude,
                            known.longitude, known.time_zone, known.opening_hours, known.phone, known.website,
                            known.street, known.postcode, known.area, known.city, known.country, known.brand,
                            known.price, known.extra, known.source_rating, known.source_rating_count)
                           IS DISTINCT FROM
                           (excluded.name, excluded.names, excluded.kind, excluded.cuisines, excluded.diets,
                            excluded.latitude, excluded.longitude, excluded.time_zone, excluded.opening_hours,
                            excluded.phone, excluded.website, excluded.street, excluded.postcode, excluded.area,
                            excluded.city, excluded.country, excluded.brand, excluded.price, excluded.extra,
                            excluded.source_rating, excluded.source_rating_count))
             RETURNING xmax = 0 AS is_new
            )
            SELECT (SELECT count(*) FROM chunk), (SELECT count(*) FROM chunk WHERE NOT is_first),
                   (SELECT count(*) FROM merged WHERE is_new), (SELECT count(*) FROM merged WHERE NOT is_new),
                   (SELECT count(*) FROM kept)
            """)
    }
}

extension Command {
    /// Inserts the source or updates its name, licence, attribution and link.
    static func storeSource(_ source: RestaurantSource) -> Self {
        Command(
            "restaurants.store_source",
            """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES (\(source.id), \(source.name), \(source.licence), \(source.attribution), \(source.url))
                ON CONFLICT (id) DO UPDATE
               SET name = excluded.name, licence = excluded.licence, attribution = excluded.attribution,
                   url = excluded.url
            """)
    }

    /// Updates the planner's statistics of the staging table; without them, it assumes a row or two.
    static let analyzeStaging = Command("restaurants.analyze_staging", "SELECT analyze_restaurant_staging()")

    /// Marks restaurants of the source that the import does not contain as vanished.
    static func markVanished(_ importID: UUID, source: String) -> Self {
        Command(
            "restaurants.mark_vanished",
            """
            UPDATE restaurant
               SET vanished_at = now()
             WHERE source = \(source)
               AND vanished_at IS NULL
               AND owner_edited_at IS NULL
               AND NOT EXISTS (SELECT
                                 FROM restaurant_staging AS staged
                                WHERE staged.import_id = \(importID)
                                  AND staged.source_id = restaurant.source_id)
            """)
    }

    static func recordImport(of source: String) -> Self {
        Command(
            "restaurants.mark_source_imported",
            "UPDATE restaurant_source SET imported_at = now() WHERE id = \(source)"
        )
    }

    static func deleteStaged(_ importID: UUID) -> Self {
        Command("restaurants.delete_staged", "DELETE FROM restaurant_staging WHERE import_id = \(importID)")
    }

    /// Deletes the staged rows of interrupted imports.
    static func deleteStaleStaged(hours: Double) -> Self {
        Command(
            "restaurants.delete_stale_staged",
            "DELETE FROM restaurant_staging WHERE staged_at < now() - make_interval(hours => \(hours)::int)")
    }

    /// Raises the statement timeout for the rest of a transaction.
    static let raiseStatementTimeout = Command(
        "restaurants.raise_statement_timeout", "SET LOCAL statement_timeout = '10min'")
}
