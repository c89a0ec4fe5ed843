import Foundation
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// A row of `restaurant` with every column that its detail page shows.
@Row
struct RestaurantRow: Sendable, PostgresRow {
    @Column("id") let id: RestaurantID
    @Column("source") let source: String
    @Column("name") let name: String
    @Column("names") let names: [String: String]
    @Column("kind") let kind: String
    @Column("cuisines") let cuisines: [String]
    @Column("diets") let diets: [String: String]
    @Column("latitude") let latitude: Double
    @Column("longitude") let longitude: Double
    @Column("time_zone") let timeZone: String?
    @Column("opening_hours") let openingHours: String?
    @Column("phone") let phone: String?
    @Column("website") let website: String?
    @Column("street") let street: String?
    @Column("postcode") let postcode: String?
    @Column("city") let city: String?
    @Column("country") let country: String?
    @Column("brand") let brand: String?
    @Column("price") let price: Int16?
    @Column("rating") let rating: Double?
    @Column("rating_count") let ratingCount: Int32?
    @Column("extra") let extra: [String: String]
    @Column("(SELECT tag FROM restaurant_logo WHERE restaurant_id = restaurant.id)")
    let logoTag: String?
    @Column("vanished_at") let vanishedAt: Date?
    @Column("updated_at") let updatedAt: Date
}

extension RowReader {
    /// Reads the next column, a `jsonb` object with string values.
    mutating func next() throws(PostgresError) -> [String: String] {
        let json: JSONB = try next()
        return try json.texts
    }
}

extension JSONB {
    /// Creates an object with string values.
    init(_ texts: [String: String]) {
        guard !texts.isEmpty else {
            self.init(text: "{}")
            return
        }
        var writer = JSONWriter(capacity: 256)
        texts.encode(to: &writer)
        self.init(text: String(buffer: writer.finish()))
    }

    var texts: [String: String] {
        get throws(PostgresError) {
            if text == "{}" { return [:] }
            guard let value = try? JSONValue(parsing: text), case .object(let object) = value else {
                throw .decode("jsonb is not an object")
            }
            var texts: [String: String] = [:]
            for member in object.members {
                guard case .string(let text) = member.value else {
                    throw .decode("\(member.name) is not a text")
                }
                texts[member.name] = text
            }
            return texts
        }
    }
}
