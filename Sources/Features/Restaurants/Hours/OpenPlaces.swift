package import Foundation
import Geo
package import NoonishAPI
package import Postgres

/// Whether restaurants of the directory are open at given times.
package struct OpenPlaces: Sendable {
    private let database: any Database
    private let hours: HoursPatterns

    package init(database: any Database, hours: HoursPatterns) {
        self.database = database
        self.hours = hours
    }

    /// An answer for each question, in their order, from the directory as it is now. A restaurant that is not in it is
    /// unknown.
    package func openThen(_ asked: [(restaurant: RestaurantID, at: Date)]) async throws -> [OpenThen] {
        guard !asked.isEmpty else { return [] }
        let rows = try await database.all(.hours(of: Set(asked.map(\.restaurant.uuid)).sorted()))
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.hours) })
        return asked.map { restaurant, instant in
            let its = known[restaurant.uuid] ?? nil
            let pattern = hours.pattern(of: its)
            var answer = pattern?.answer(at: instant) ?? .unknown
            answer.evidence = OpenThen.Evidence(hours: its?.text, day: pattern?.day(of: instant))
            return answer
        }
    }
}

/// A restaurant's hours, as the table has them.
struct HoursRow: Sendable, PostgresRow {
    let id: UUID
    let hours: PlaceHours?

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        hours = PlaceHours(
            text: try row.next(), zone: try row.next(), country: try row.next(),
            coordinate: Optional(try Coordinate(row: &row)))
    }
}

extension Coordinate {
    fileprivate init(row: inout RowReader) throws(PostgresError) {
        let latitude: Double = try row.next()
        let longitude: Double = try row.next()
        do {
            self = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .decode("\(latitude), \(longitude) is no coordinate")
        }
    }
}

extension Query where Row == HoursRow {
    static func hours(of ids: [UUID]) -> Self {
        Query(
            "restaurants.hours",
            """
            SELECT id, opening_hours, time_zone, country, latitude, longitude
              FROM restaurant
             WHERE id = ANY(\(ids))
            """)
    }
}
