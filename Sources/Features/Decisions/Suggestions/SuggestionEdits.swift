package import Access
package import Foundation
import HTTPKit
import Initializers
import Journal
package import NoonishAPI
package import Outings
package import Postgres

/// The transactions in which people suggest, support suggestions, and withdraw them. Each locks the outing's
/// row first.
@MemberwiseInit
package struct SuggestionEdits: Sendable {
    let outings: OutingEdits
    let record: OutingRecord

    /// Makes a suggestion, or supports an equivalent one that exists already.
    ///
    /// - Returns: The suggestion, and whether it is new.
    func suggest(
        _ input: SuggestionInput, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws -> (id: SuggestionID, isNew: Bool) {
        let (outing, _) = try await OutingEdits.open(id, actor, .suggest, in: transaction)
        try Self.checkOpen(outing)
        guard let author = actor.person else { throw Denial.notFound }
        let proposal = try await proposal(input, on: outing, by: author, in: transaction)
        guard !proposal.isFulfilled(in: outing.state) else { throw DecisionProblems.noChange }
        if let same = try await transaction.first(.openSuggestion(proposal.content, of: id)) {
            if same.state == .open { try await support(same.id, on: id, .yes, by: author, in: transaction) }
            return (same.id, false)
        }
        try await checkLimits(outing, author, in: transaction)
        let new = SuggestionID.make()
        try await transaction.execute(.insert(new, proposal, by: author, of: id))
        try await transaction.execute(.support(new, of: id, by: author, .yes))
        _ = try await record.record(
            [.suggestion(new, by: author, from: nil, to: SuggestionSnapshot(.open, proposal.summary))],
            of: id,
            by: author, in: transaction)
        return (new, true)
    }

    /// Suggests a time that a calendar client proposed. Does nothing if it has passed or the outing starts
    /// then already.
    package func suggest(
        starts: Date, ends: Date?, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .suggest, in: transaction)
        try Self.checkOpen(outing)
        guard let zone = TimeZone(identifier: outing.state.zone), starts > outing.now else { return }
        let time = OutingTime(
            startsAt: ZonedTime(starts, in: zone), endsAt: ends.map { ZonedTime($0, in: zone) })
        guard time.startsAt.instant != outing.state.time?.startsAt.instant else { return }
        let input = ProposalInput(starts: time.startsAt, ends: time.endsAt)
        _ = try await suggest(SuggestionInput(input), on: id, by: actor, in: transaction)
    }

    func support(
        _ suggestion: SuggestionID, on id: OutingID, _ opinion: Opinion, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .supportSuggestion, in: transaction)
        _ = try await open(suggestion, on: outing, in: transaction)
        guard let person = actor.person else { throw Denial.notFound }
        try await support(suggestion, on: id, opinion, by: person, in: transaction)
    }

    /// Withdraws an open suggestion on behalf of its author.
    func withdraw(
        _ suggestion: SuggestionID, on id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .withdrawSuggestion, in: transaction)
        guard let row = try await transaction.first(.suggestion(suggestion, of: id)) else {
            throw Denial.notFound
        }
        guard row.author.id == actor.person else { throw DecisionProblems.notYours }
        guard row.stage(on: outing) == .open else { throw DecisionProblems.suggestionClosed }
        try await transaction.execute(
            .recordDecision([suggestion], of: id, as: .withdrawn, by: actor.person))
        _ = try await record.record(
            [row.news(to: nil)], of: id, by: actor.person, in: transaction)
    }

    /// Returns a suggestion that can still be decided.
    ///
    /// - Throws: ``Denial/notFound`` if it does not exist, or 409 if it is no longer open.
    func open(
        _ suggestion: SuggestionID, on outing: OutingRow, in transaction: Transaction
    ) async throws -> SuggestionRow {
        guard let row = try await transaction.first(.suggestion(suggestion, of: outing.id)) else {
            throw Denial.notFound
        }
        guard row.stage(on: outing) == .open else { throw DecisionProblems.suggestionClosed }
        return row
    }

    static func checkOpen(_ outing: OutingRow) throws(Problem) {
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        guard !outing.isOver else { throw OutingProblems.done }
    }
}

extension SuggestionEdits {
    private func proposal(
        _ input: SuggestionInput, on outing: OutingRow, by author: PersonID, in transaction: Transaction
    ) async throws -> Proposal {
        if let email = input.email { return Proposal(guest: .address(email)) }
        guard let person = input.person else {
            return try await input.what.proposal(for: outing, in: transaction)
        }
        guard try await transaction.first(.attendee(person, of: outing.id)) == nil else {
            throw DecisionProblems.onTheList
        }
        guard try await InvitationEdits.invitable([person], by: author, in: transaction).contains(person)
        else {
            let fault = OutingProblems.notAFriend("/personId")
            throw Problem.unprocessable(fault.code, fault.detail, pointer: fault.pointer)
        }
        return Proposal(guest: .person(person))
    }

    private func checkLimits(
        _ outing: OutingRow, _ author: PersonID, in transaction: Transaction
    ) async throws {
        let open = try await transaction.all(.openSuggestions(of: outing.id)).filter {
            $0.stage(on: outing) == .open
        }
        guard open.count < DecisionLimits.openSuggestions else {
            throw DecisionProblems.tooManySuggestions(DecisionLimits.openSuggestions)
        }
        guard open.count(where: { $0.author.id == author }) < DecisionLimits.openSuggestionsPerPerson else {
            throw DecisionProblems.tooManySuggestions(DecisionLimits.openSuggestionsPerPerson)
        }
        let limit = DurableLimit(
            "suggestions", most: DecisionLimits.suggestionsPerDay, window: .seconds(24 * 3_600))
        guard try await limit.take(by: author.description, in: transaction) else {
            throw try await limit.problem(of: author.description, in: transaction)
        }
    }

    /// Records support. Live clients reload; no one is notified.
    private func support(
        _ suggestion: SuggestionID, on id: OutingID, _ opinion: Opinion, by person: PersonID,
        in transaction: Transaction
    ) async throws {
        let changed = try await transaction.execute(.support(suggestion, of: id, by: person, opinion))
        guard changed == 1 else { return }
        _ = try await record.record([], of: id, by: person, in: transaction)
    }
}

extension SuggestionRow {
    /// Returns the change that reports a decision; `nil` as the state means that the suggestion was
    /// withdrawn.
    func news(to state: SuggestionSnapshot.State?, word: String? = nil) -> Change {
        .suggestion(
            id, by: author.id, from: SuggestionSnapshot(.open, proposal.summary),
            to: state.map { SuggestionSnapshot($0, proposal.summary, reason: word) })
    }
}
