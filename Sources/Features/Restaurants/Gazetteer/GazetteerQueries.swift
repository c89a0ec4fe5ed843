import Foundation
import Postgres

extension Query where Row == GazetteerRow {
    /// Returns the places and streets of extracts, page by page.
    static func gazetteerEntries(after last: UUID?, limit: Int) -> Self {
        Query(
            "restaurants.list_gazetteer_entries", on: .slow,
            """
            SELECT e.kind, e.name, e.district, e.town, e.latitude, e.longitude, e.weight::bigint, e.other_names, e.id,
                   s.attribution
              FROM gazetteer_entry AS e
              JOIN restaurant_source AS s ON s.id = e.source
             WHERE e.staged_in IS NULL
               AND e.id > \(last ?? UUID.first)
             ORDER BY e.id
             LIMIT \(limit)
            """)
    }
}

/// A house of a street of an extract.
@Row
struct GazetteerAddress: Hashable, Sendable, PostgresRow {
    /// The entry of the street.
    let street: UUID
    let number: String
    let latitude: Double
    let longitude: Double
}

extension Query where Row == GazetteerAddress {
    /// Returns the houses with a number on some streets.
    ///
    /// - Parameter number: Letters and digits only, in lower case.
    static func houses(_ number: String, on streets: [UUID]) -> Self {
        Query(
            "restaurants.list_houses",
            """
            SELECT e.id, house.number, house.latitude, house.longitude
              FROM gazetteer_entry AS e,
                   unnest(e.house_numbers, e.house_latitudes, e.house_longitudes) AS house (number, latitude, longitude)
             WHERE e.id = ANY(\(streets))
               AND e.staged_in IS NULL
               AND lower(regexp_replace(house.number, '[^[:alnum:]]+', '', 'g')) = \(number)
            """)
    }
}

extension Query where Row == Date {
    /// Returns when the last complete import of any source ended.
    static func lastImport() -> Self {
        Query(
            "restaurants.read_last_import",
            "SELECT coalesce(max(imported_at), 'epoch'::timestamptz) FROM restaurant_source")
    }
}

extension Command {
    /// Makes the entries of an import those of its source, in place of all earlier ones.
    static func publishEntries(of source: String, _ importID: UUID) -> Self {
        Command(
            "restaurants.publish_gazetteer_entries",
            """
            UPDATE gazetteer_entry
               SET staged_in = NULL
             WHERE source = \(source)
               AND staged_in = \(importID)
            """)
    }

    static func deletePublishedEntries(of source: String) -> Self {
        Command(
            "restaurants.delete_gazetteer_entries",
            "DELETE FROM gazetteer_entry WHERE source = \(source) AND staged_in IS NULL")
    }

    /// Deletes what an interrupted import of the source left; only under its import lock.
    static func deleteStagedEntries(of source: String) -> Self {
        Command(
            "restaurants.delete_staged_gazetteer_entries",
            "DELETE FROM gazetteer_entry WHERE source = \(source) AND staged_in IS NOT NULL")
    }
}

extension UUID {
    /// Less than every id of a row.
    fileprivate static let first = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
