package import Foundation
package import NoonishAPI
package import Restaurants

/// What an outing needs to know of a restaurant besides its snapshot: whether it is open then.
package protocol RestaurantHours: Sendable {
    /// An answer for each question, in their order, from what is known now.
    func openThen(_ asked: [(restaurant: RestaurantID, at: Date)]) async throws -> [OpenThen]
}

extension OpenPlaces: RestaurantHours {}

extension RestaurantHours {
    /// Outings as their reader sees them, with whether the chosen place is open at the chosen time. It is looked up each
    /// time, so that it follows both the outing and the directory.
    func wire(_ rows: some Collection<OutingRow>) async throws -> [Outing] {
        let questions = rows.map(\.openQuestion)
        var answers = try await openThen(questions.compactMap(\.self)).makeIterator()
        return zip(rows, questions).map { row, question in
            var outing = row.wire
            outing.openThen = question == nil ? nil : answers.next()
            return outing
        }
    }

    func wire(_ row: OutingRow) async throws -> Outing {
        var outing = row.wire
        outing.openThen = try await openThen(row)
        return outing
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
