package import Foundation
package import NoonishAPI
internal import Postgres
package import Restaurants

/// What an outing needs to know of a restaurant besides its snapshot: whether it is open then.
package protocol RestaurantHours: Sendable {
    /// An answer for each question, in their order, from what is known now.
    func openThen(_ asked: [(restaurant: RestaurantID, at: Date)]) async throws -> [OpenThen]
}

extension OpenPlaces: RestaurantHours {}

extension RestaurantHours {
    /// Outings as their reader sees them, with whether the chosen place is open at the chosen time and for how many it
    /// works. Both are looked up each time, so that they follow the outing and the directory.
    func wire(_ rows: some Collection<OutingRow>, in database: any Database) async throws -> [Outing] {
        let questions = rows.map(\.openQuestion)
        var answers = try await openThen(questions.compactMap(\.self)).makeIterator()
        let places = rows.compactMap { row in row.restaurantToCome.map { (outing: row.id, restaurant: $0) } }
        let found = places.isEmpty ? [] : try await database.all(.dietFits(places))
        let fits = Dictionary(found.map { ($0.outing, $0.fit) }) { $1 }
        let shared = try await database.all(
            .originCounts(of: rows.map(\.id), for: rows.lazy.compactMap { $0.mine?.person }.first))
        let origins = Dictionary(shared.map { ($0.outing, $0.shared) }) { $1 }
        return zip(rows, questions).map { row, question in
            var outing = row.wire
            outing.openThen = question == nil ? nil : answers.next()
            outing.dietFit = fits[row.id]
            outing.origins = origins[row.id]
            return outing
        }
    }

    func wire(_ row: OutingRow, in database: any Database) async throws -> Outing {
        try await wire([row], in: database)[0]
    }

    /// Nil where there is nothing to ask.
    func openThen(_ row: OutingRow) async throws -> OpenThen? {
        guard let question = row.openQuestion else { return nil }
        return try await openThen([question]).first
    }
}

extension OutingRow {
    /// Nil while time or restaurant are open, for a place in words, and once nobody will go there any more.
    fileprivate var openQuestion: (restaurant: RestaurantID, at: Date)? {
        guard let restaurant = state.place?.restaurant, let time = state.time, stage != .cancelled,
            stage != .done
        else { return nil }
        return (restaurant, time.startsAt.instant)
    }
}
