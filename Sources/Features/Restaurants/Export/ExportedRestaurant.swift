import Foundation
import JSON
import NoonishAPI
import Postgres

/// A row of `restaurant` with its id in the source, for an export.
@Row
struct ExportedRestaurant: PostgresRow {
    @Column("source_id") let sourceID: String
    @Column("area") let area: String?
    @Column(RestaurantRow.self) let restaurant: RestaurantRow
}

extension Query where Row == ExportedRestaurant {
    /// Returns the next page of restaurants that the source still has, by id.
    static func exported(from source: String, after id: UUID?, limit: Int) -> Self {
        Query(
            "restaurants.list_for_export", on: .stale,
            """
            SELECT \(fragment: ExportedRestaurant.columns)
              FROM restaurant
             WHERE source = \(source)
               AND vanished_at IS NULL
               AND (\(id)::uuid IS NULL OR id > \(id))
             ORDER BY id
             LIMIT \(limit)
            """)
    }
}

extension ExportedRestaurant: JSONEncodable {
    /// Encodes the restaurant as a GeoJSON feature.
    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("type", "Feature")
            $0.field("id", sourceID)
            $0.object("geometry") {
                $0.field("type", "Point")
                $0.field("coordinates", [restaurant.longitude, restaurant.latitude])
            }
            $0.field("properties", tags)
        }
    }

    /// OpenStreetMap's tags, from which an import restores the same row.
    private var tags: [String: String] {
        let row = restaurant
        var tags: [String: String] = ["source_id": sourceID, "name": row.name]
        tags[Self.shops.contains(row.kind) ? "shop" : "amenity"] = row.kind
        for (key, name) in row.names {
            tags[TagReader.namePrefixes.contains(key) ? "\(key)_name" : "name:\(key)"] = name
        }
        for (diet, offer) in row.diets { tags["diet:\(diet)"] = offer }
        for (key, text) in row.extra { tags[TagReader.isStored(key) ? key : "extra:\(key)"] = text }
        tags["cuisine"] = row.cuisines.isEmpty ? nil : row.cuisines.joined(separator: ";")
        tags["opening_hours"] = row.openingHours
        tags["phone"] = row.phone
        tags["website"] = row.website
        tags["addr:street"] = row.street
        tags["addr:postcode"] = row.postcode
        tags["addr:suburb"] = area
        tags["addr:city"] = row.city
        tags["addr:country"] = row.country
        tags["brand"] = row.brand
        tags["price"] = row.price.map { String($0) }
        return tags
    }

    /// Kinds that OpenStreetMap tags as `shop`.
    private static let shops: Set<String> = ["bakery", "deli"]
}
