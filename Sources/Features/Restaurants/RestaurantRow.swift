import Foundation
import JSON
import NIOCore
import NoonishAPI
import Postgres

/// A row of `restaurant` with every column that its detail page shows.
struct RestaurantRow: Sendable, PostgresRow {
    let id: RestaurantID
    let source: String
    let name: String
    let names: [String: String]
    let kind: String
    let cuisines: [String]
    let diets: [String: String]
    let latitude: Double
    let longitude: Double
    let timeZone: String?
    let openingHours: String?
    let phone: String?
    let website: String?
    let street: String?
    let postcode: String?
    let city: String?
    let country: String?
    let brand: String?
    let price: Int16?
    let rating: Double?
    let ratingCount: Int32?
    let extra: [String: String]
    let vanishedAt: Date?
    let updatedAt: Date
    /// The transaction of the last change. Increases with every change.
    let version: Int

    init(row: inout RowReader) throws(PostgresError) {
        id = RestaurantID(try row.next())
        source = try row.next()
        name = try row.next()
        names = try row.nextTexts()
        kind = try row.next()
        cuisines = try row.next()
        diets = try row.nextTexts()
        latitude = try row.next()
        longitude = try row.next()
        timeZone = try row.next()
        openingHours = try row.next()
        phone = try row.next()
        website = try row.next()
        street = try row.next()
        postcode = try row.next()
        city = try row.next()
        country = try row.next()
        brand = try row.next()
        price = try row.next()
        rating = try row.next()
        ratingCount = try row.next()
        extra = try row.nextTexts()
        vanishedAt = try row.next()
        updatedAt = try row.next()
        version = try row.next()
    }
}

extension RowReader {
    /// Reads the next column, a `jsonb` object with string values.
    mutating func nextTexts() throws(PostgresError) -> [String: String] {
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
