import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Postgres

/// A named part of the addresses of some restaurants near each other, or a place or street of an extract.
@Row
struct GazetteerRow: Hashable, Sendable, PostgresRow {
    let kind: String
    var name: String
    var district: String?
    var town: String?
    /// The mean of the restaurants, or of a place or street of an extract its own point.
    var latitude: Double
    var longitude: Double
    /// The number of restaurants, or of an entry of an extract its weight.
    var count: Int
    /// In other languages, former and short ones.
    var otherNames: [String]
    /// The entry of an extract, by which houses are found; `nil` if only restaurants have the name.
    var entry: UUID?
    /// What the source of the entry requires to be shown with it.
    var attribution: String?
}

extension GazetteerRow {
    /// The district and the town.
    var detail: String? {
        let parts = [district, town].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }

    var area: NamedArea? {
        NamedArea.Kind(rawValue: kind).map {
            NamedArea(
                kind: $0, name: name, detail: detail,
                location: .init(latitude: latitude, longitude: longitude), attribution: attribution)
        }
    }

    /// Adds the restaurants of another row, and leaves out what the two do not have in common.
    mutating func merge(_ other: GazetteerRow) {
        let sum = Double(count + other.count)
        latitude = (latitude * Double(count) + other.latitude * Double(other.count)) / sum
        longitude = (longitude * Double(count) + other.longitude * Double(other.count)) / sum
        if other.count > count { name = other.name }
        if other.district != district { district = nil }
        count += other.count
    }

    /// Adds what an extract knows of the same place or street. The restaurants' own address stays as it is.
    mutating func add(_ other: GazetteerRow) {
        for name in [other.name] + other.otherNames where name != self.name && !otherNames.contains(name) {
            otherNames.append(name)
        }
        district = district ?? other.district
        town = town ?? other.town
        entry = entry ?? other.entry
        attribution = attribution ?? other.attribution
    }
}

extension Query where Row == GazetteerRow {
    /// Returns towns, districts, streets and addresses of all restaurants, each once for every cell of half a degree,
    /// so that namesakes far apart stay apart. Reads the whole table, once after an import.
    static func gazetteer() -> Self {
        Query(
            "restaurants.list_gazetteer", on: .slow,
            """
            WITH address AS (
                SELECT street, area, city, latitude, longitude, floor(latitude * 2) AS lat_cell, floor(longitude * 2) AS lon_cell,
                       regexp_replace(regexp_replace(street, '^[0-9]+[^ ]* +', ''), '[ ,]+[0-9].*$', '') AS road
                  FROM restaurant
                 WHERE vanished_at IS NULL
            )
            SELECT 'town', city, NULL::text, NULL::text, avg(latitude), avg(longitude), count(*), '{}'::text[], NULL::uuid, NULL::text
              FROM address
             WHERE city <> ''
             GROUP BY city, lat_cell, lon_cell
             UNION ALL
            SELECT 'district', area, NULL, city, avg(latitude), avg(longitude), count(*), '{}', NULL, NULL
              FROM address
             WHERE area <> '' AND area IS DISTINCT FROM city
             GROUP BY area, city, lat_cell, lon_cell
             UNION ALL
            SELECT 'street', road, NULL, city, avg(latitude), avg(longitude), count(*), '{}', NULL, NULL
              FROM address
             WHERE road <> ''
             GROUP BY road, city, lat_cell, lon_cell
             UNION ALL
            SELECT 'address', street, min(area), city, avg(latitude), avg(longitude), count(*), '{}', NULL, NULL
              FROM address
             WHERE street <> road
             GROUP BY street, city, lat_cell, lon_cell
            """)
    }
}
