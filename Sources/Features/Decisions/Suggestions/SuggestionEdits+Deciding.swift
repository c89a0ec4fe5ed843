import Access
import HTTPKit
import Journal
import NoonishAPI
import Outings
import Postgres

// Accepting and denying suggestions, for hosts.

extension SuggestionEdits {
    /// Accepts a suggestion. It is applied like a host's own edit, in one revision that names its author.
    func accept(
        _ suggestion: SuggestionID, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .decideSuggestion, in: transaction)
        let row = try await open(suggestion, on: outing, in: transaction)
        guard let host = actor.person else { throw Denial.notFound }
        // Marks the suggestion as accepted first, so that ``DecisionUpdater`` does not accept it again
        // during the edit.
        try await transaction.execute(.recordDecision([suggestion], of: id, as: .accepted, by: host))
        let news = row.news(to: .accepted)
        if let patch = row.proposal.patch {
            try await outings.apply(patch, to: outing, by: host, with: [news], in: transaction)
        } else {
            try await outings.invite(
                person: row.proposal.person, email: row.proposal.address, to: outing, by: host,
                vouchedBy: row.author.id, with: [news], in: transaction)
        }
    }

    /// Denies a suggestion.
    ///
    /// - Parameter word: The reason, shown to the author and the hosts.
    func deny(
        _ suggestion: SuggestionID, on id: OutingID, word: String?, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .decideSuggestion, in: transaction)
        let row = try await open(suggestion, on: outing, in: transaction)
        try await transaction.execute(
            .recordDecision([suggestion], of: id, as: .denied, by: actor.person, word: word))
        _ = try await record.record(
            [row.news(to: .denied, word: word)], of: id, by: actor.person, in: transaction)
    }
}
