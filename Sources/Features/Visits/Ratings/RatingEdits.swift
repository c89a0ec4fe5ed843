internal import Access
internal import Foundation
internal import NoonishAPI
internal import Outings
internal import Postgres

/// The transactions that change what somebody thinks of a place they were at.
struct RatingEdits: Sendable {
    /// One rating a person and visit: the same again is another opinion.
    ///
    /// - Returns: Whether it is the first.
    func rate(
        _ restaurant: RestaurantID, _ input: RatingInput, by actor: Actor, in transaction: Transaction
    ) async throws -> Bool {
        let (outing, _) = try await OutingEdits.open(input.outing, actor, .rateVisit, in: transaction)
        guard let person = actor.person else { throw Denial.notFound }
        guard outing.state.place?.restaurant == restaurant else { throw RatingProblems.notEatenThere }
        try Self.check(outing)
        return try await transaction.one(.rate(restaurant, input, by: person))
    }

    /// Takes back what somebody said; nothing if they said nothing.
    func remove(from id: OutingID, by actor: Actor, in transaction: Transaction) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .rateVisit, in: transaction)
        guard let person = actor.person else { throw Denial.notFound }
        try Self.check(outing)
        try await transaction.execute(.removeRating(of: id, by: person))
    }

    private static func check(_ outing: OutingRow) throws {
        guard outing.wasVisited else { throw RatingProblems.notOver }
        guard outing.isRatable else { throw RatingProblems.closed }
    }
}

extension OutingRow {
    /// Whether whom this row was read for ate there.
    var wasVisited: Bool { stage == .done && mine?.answer.status == .attending }

    /// Whether that is not too long ago, and there is a place to rate.
    var isRatable: Bool {
        guard wasVisited, state.place?.restaurant != nil, let endsInstant else { return false }
        return now.timeIntervalSince(endsInstant) <= VisitLimits.ratedAfterEnd
    }
}
