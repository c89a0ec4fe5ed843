import Access
import Foundation
import HTTPKit
import Journal
import NoonishAPI
import Outings
import Postgres

// Closing polls, at their deadline or by a host, and applying their winners.

extension PollEdits {
    /// Closes a poll before its deadline on behalf of a host. A tie is drawn by lot.
    func draw(
        _ id: PollID, on outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (row, _) = try await OutingEdits.open(outing, actor, .decidePoll, in: transaction)
        guard let poll = try await transaction.first(.poll(id, of: outing)) else { throw Denial.notFound }
        guard poll.closedAt == nil else { throw DecisionProblems.pollClosed }
        try await close(poll, on: row, by: actor.person, in: transaction)
    }

    /// Closes a poll if it is open and its deadline has passed. The outing's row lock ensures that it closes
    /// only once, however many processes try.
    ///
    /// - Returns: Whether this call closed it.
    func closeIfDue(_ due: DuePoll, in transaction: Transaction) async throws -> Bool {
        guard let outing = try await transaction.locked(due.outing, for: nil),
            let poll = try await transaction.first(.poll(due.poll, of: due.outing)), poll.closedAt == nil,
            poll.closesAt <= poll.now
        else { return false }
        try await close(poll, on: outing, by: nil, in: transaction)
        return true
    }

    /// Applies the winner of a closed poll to the outing on behalf of a host.
    func accept(
        _ id: PollID, on outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (row, _) = try await OutingEdits.open(outing, actor, .decidePoll, in: transaction)
        guard let poll = try await transaction.first(.poll(id, of: outing)) else { throw Denial.notFound }
        try SuggestionEdits.checkOpen(row)
        guard poll.closedAt != nil else { throw DecisionProblems.pollOpen }
        let options = try await transaction.all(.options(of: [id], on: outing))
        guard poll.appliedAt == nil, let winner = options.first(where: { $0.id == poll.winner }),
            let patch = winner.proposal.patch, winner.proposal.isApplicable(row)
        else { throw DecisionProblems.nothingWon }
        try await transaction.execute(.markApplied(poll))
        try await recordDecision([winner], as: .accepted, by: actor.person, on: outing, in: transaction)
        let before = PollSnapshot(poll, options, isDrawn: poll.isDrawn, winner: winner, isApplied: false)
        var after = before
        after.isApplied = true
        try await outings.apply(
            patch, to: row, by: actor.person, with: [.poll(id, from: before, to: after)], in: transaction)
    }

    private func close(
        _ poll: PollRow, on outing: OutingRow, by person: PersonID?, in transaction: Transaction
    ) async throws {
        try await transaction.execute(.deleteDuplicateBallots(in: poll.id, on: poll.outing))
        let options = try await transaction.all(.options(of: [poll.id], on: poll.outing))
        let votes = try await transaction.all(.votes(in: [poll.id], on: poll.outing))
        let outcome = PollOutcome(of: options.map(\.id), BallotSet(votes), poll: poll.id, seed: poll.seed)
        let winner = options.first { $0.id == outcome.winner }
        let isCurrent = winner.map { $0.proposal.isFulfilled(in: outing.state) } ?? false
        let applies = poll.applies && !isCurrent && winner.map { $0.proposal.isApplicable(outing) } ?? false
        try await transaction.execute(.close(poll, outcome, isApplied: isCurrent || applies, by: person))
        let losers = options.filter { $0.id != outcome.winner }
        try await recordDecision(losers, as: .outvoted, by: person, on: poll.outing, in: transaction)
        if let winner {
            if isCurrent || applies {
                try await recordDecision(
                    [winner], as: .accepted, by: person, on: poll.outing, in: transaction)
            } else {
                try await transaction.execute(
                    .reopen([winner].compactMap(\.suggestion), of: poll.outing, as: .open))
            }
        }
        let opened = PollSnapshot(isOpen: true, closesAt: poll.closesAt, options: options.count)
        let news = Change.poll(
            poll.id, from: opened,
            to: PollSnapshot(
                poll, options, isDrawn: outcome.isDrawn, winner: winner, isApplied: isCurrent || applies))
        if applies, let patch = winner?.proposal.patch {
            try await outings.apply(patch, to: outing, by: person, with: [news], in: transaction)
        } else {
            // The result of a poll is not announced once the outing is cancelled or over.
            let isNews = outing.state.cancellation == nil && !outing.isOver
            _ = try await record.record(
                isNews ? [news] : [], of: poll.outing, by: person, in: transaction)
        }
    }

    private func recordDecision(
        _ options: [PollOptionRow], as state: SuggestionRow.StoredState, by person: PersonID?,
        on outing: OutingID,
        in transaction: Transaction
    ) async throws {
        let suggestions = options.compactMap(\.suggestion)
        guard !suggestions.isEmpty else { return }
        try await transaction.execute(.recordDecision(suggestions, of: outing, as: state, by: person))
    }
}

extension PollSnapshot {
    init(_ poll: PollRow, _ options: [PollOptionRow], isDrawn: Bool, winner: PollOptionRow?, isApplied: Bool)
    {
        self.init(
            isOpen: false, closesAt: poll.closesAt, options: options.count, winner: winner?.proposal.summary,
            isDrawn: isDrawn, isApplied: isApplied)
    }
}

extension Proposal {
    /// Checks whether a host could apply this proposal to the outing now.
    func isApplicable(_ outing: OutingRow) -> Bool {
        guard outing.state.cancellation == nil, !outing.isOver, !isFulfilled(in: outing.state), let patch,
            ends.map({ $0 > outing.now }) ?? true
        else { return false }
        var state = outing.state
        do {
            state.time = try patch.time(over: state, zone: state.zone)
            try OutingEdits.check(state)
        } catch {
            return false
        }
        return true
    }
}
