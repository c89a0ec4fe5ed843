import Access
import Foundation
import NoonishAPI
import Outings
import Postgres

/// The transactions that create, replace and remove ratings of visits.
struct RatingEdits: Sendable {
    /// Rates a visit. A person has one rating per outing; rating again replaces it.
    ///
    /// - Returns: Whether this is the person's first rating of the visit.
    func rate(
        _ restaurant: RestaurantID, _ input: RatingInput, by actor: Actor, in transaction: Transaction
    ) async throws -> Bool {
        let (outing, _) = try await OutingEdits.open(input.outing, actor, .rateVisit, in: transaction)
        guard let person = actor.person else { throw Denial.notFound }
        guard outing.state.place?.restaurant == restaurant else { throw RatingProblems.outingWasElsewhere }
        try Self.check(outing)
        return try await transaction.one(.rate(restaurant, input, by: person))
    }

    /// Removes the caller's rating, if there is one.
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
    /// Whether the outing is over and the person this row was read for attended it.
    var wasVisited: Bool { stage == .done && mine?.answer.status == .attending }

    /// Whether the visit can still be rated: the person attended, the place is a restaurant in the directory,
    /// and the outing ended at most 30 days ago.
    var isRatable: Bool {
        guard wasVisited, state.place?.restaurant != nil, let endsInstant else { return false }
        return now.timeIntervalSince(endsInstant) <= VisitLimits.ratingPeriodAfterEnd
    }
}
