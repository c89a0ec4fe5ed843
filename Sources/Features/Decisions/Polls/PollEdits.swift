import Access
import Foundation
import HTTPKit
import Initializers
import Journal
import NoonishAPI
package import Outings
import Postgres

/// The transactions in which hosts open polls and people vote. Each locks the outing's row first, so that a
/// vote that arrives while the poll closes is either counted or rejected.
@MemberwiseInit
package struct PollEdits: Sendable {
    let outings: OutingEdits
    let record: OutingRecord

    /// Opens a poll.
    ///
    /// - Parameter suggestion: The first option. If `input` has no options, the others are the outing's
    ///   current value and the other open suggestions of the same kind.
    func open(
        _ input: PollInput, about suggestion: SuggestionID? = nil, on id: OutingID, by actor: Actor,
        in transaction: Transaction
    ) async throws -> PollID {
        let (outing, _) = try await OutingEdits.open(id, actor, .openPoll, in: transaction)
        try SuggestionEdits.checkOpen(outing)
        guard let host = actor.person else { throw Denial.notFound }
        let open = try await transaction.all(.openSuggestions(of: id)).filter {
            $0.stage(on: outing) == .open
        }
        var options: [Option] = []
        if let suggestion {
            guard try await transaction.first(.suggestion(suggestion, of: id)) != nil else {
                throw Denial.notFound
            }
            let first = try Self.suggestion(suggestion, among: open)
            options.append(first)
            if input.options.isEmpty { options += Self.others(than: first, on: outing, among: open) }
        }
        for option in input.options {
            switch option {
            case .suggestion(let id): options.append(try Self.suggestion(id, among: open))
            case .new(let what):
                let proposal = try await what.proposal(for: outing, in: transaction)
                let same = open.first { $0.proposal.content == proposal.content }
                options.append(Option(proposal: proposal, suggestion: same?.id))
            }
        }
        try Self.check(options)
        let closesAt = try Self.deadline(input.closesAt, options, of: outing)
        guard
            try await transaction.all(.polls(of: id)).count(where: { $0.closedAt == nil })
                < DecisionLimits.openPolls
        else { throw DecisionProblems.tooManyPolls }
        try await ReachLimit.takeLists([outing], by: host, in: transaction)
        let poll = PollID.make()
        try await transaction.execute(
            .insert(
                poll, of: id, by: host, closesAt: closesAt, hidden: input.hidden, applies: input.applies,
                seed: .make()))
        for option in options {
            try await transaction.execute(
                .insert(.make(), option.proposal, suggestion: option.suggestion, in: poll, on: id))
        }
        try await transaction.execute(.reopen(options.compactMap(\.suggestion), of: id, as: .polled))
        let news = PollSnapshot(isOpen: true, closesAt: closesAt, options: options.count)
        _ = try await record.record([.poll(poll, from: nil, to: news)], of: id, by: host, in: transaction)
        return poll
    }

    /// Replaces the caller's votes, or removes their ballot if `input` has none. Live clients reload; no one
    /// is notified.
    func vote(
        _ input: VoteInput, in id: PollID, on outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        _ = try await OutingEdits.open(outing, actor, .vote, in: transaction)
        guard let poll = try await transaction.first(.poll(id, of: outing)), let person = actor.person else {
            throw Denial.notFound
        }
        guard poll.takesVotes else { throw DecisionProblems.pollClosed }
        let options = Set(try await transaction.all(.options(of: [id], on: outing)).map(\.id))
        for (index, vote) in input.votes.enumerated() where !options.contains(vote.option) {
            throw DecisionProblems.unknownOption("/votes/\(index)/option")
        }
        let ballot = try await transaction.one(.ballot(of: person, in: id, on: outing))
        if input.votes.isEmpty {
            try await transaction.execute(.remove(ballot, from: id, on: outing))
        } else {
            try await transaction.execute(.clear(ballot, in: id, on: outing))
            try await transaction.execute(.insert(input.votes, on: ballot, in: id, on: outing))
        }
        _ = try await record.record([], of: outing, by: person, in: transaction)
    }
}

extension PollEdits {
    private struct Option {
        let proposal: Proposal
        let suggestion: SuggestionID?
    }

    private static func suggestion(
        _ id: SuggestionID, among open: [SuggestionRow]
    ) throws(Problem) -> Option {
        guard let row = open.first(where: { $0.id == id }) else { throw DecisionProblems.suggestionClosed }
        return Option(proposal: row.proposal, suggestion: row.id)
    }

    /// Returns the other options of a poll about one suggestion.
    private static func others(
        than first: Option, on outing: OutingRow, among open: [SuggestionRow]
    ) -> [Option] {
        var others: [Option] = []
        if let now = Proposal(now: outing.state, like: first.proposal.kind),
            now.content != first.proposal.content
        {
            others.append(Option(proposal: now, suggestion: nil))
        }
        others += open.filter { $0.id != first.suggestion && $0.proposal.kind == first.proposal.kind }
            .map { Option(proposal: $0.proposal, suggestion: $0.id) }
        return Array(others.prefix(DecisionLimits.options.upperBound - 1))
    }

    private static func check(_ options: [Option]) throws(Problem) {
        guard DecisionLimits.options.contains(options.count) else { throw DecisionProblems.optionCount }
        let kinds = Set(options.map(\.proposal.kind))
        guard kinds.count == 1, !kinds.contains(.guest) else { throw DecisionProblems.mixedOptions }
        var seen: Set<String> = []
        for (index, option) in options.enumerated() where !seen.insert(option.proposal.content).inserted {
            throw DecisionProblems.duplicateOption("/options/\(index)")
        }
    }

    /// Validates the deadline: it must not be later than the start of any option or of the outing, so that
    /// the winner can still be applied.
    private static func deadline(
        _ input: TimeInput, _ options: [Option], of outing: OutingRow
    ) throws(Problem) -> Date {
        let deadline = try input.read(in: outing.state.zone).instant
        let starts =
            options.compactMap(\.proposal.ends) + (outing.state.time.map { [$0.startsAt.instant] } ?? [])
        guard DecisionLimits.pollDuration.contains(deadline.timeIntervalSince(outing.now)),
            starts.allSatisfy({ deadline <= $0 })
        else { throw DecisionProblems.deadline }
        return deadline
    }
}

extension Proposal {
    /// Creates the option for the outing's present state. Returns `nil` if the outing lacks a value that
    /// `kind` requires.
    init?(now state: OutingState, like kind: Kind) {
        let place: Place? = state.place.map { place in
            place.restaurant.map { .restaurant($0, name: place.name) } ?? .unlisted(place.name)
        }
        switch kind {
        case .time: self.init(time: state.time)
        case .place: self.init(place: place)
        case .both: self.init(time: state.time, place: place)
        case .guest: return nil
        }
        guard self.kind == kind else { return nil }
    }
}
