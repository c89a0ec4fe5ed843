import Access
import Encoding
import Foundation
import NoonishAPI
import Outings
import Postgres

/// Converts poll rows to the API's polls, as one reader sees them.
struct PollPresenter: Sendable {
    let database: any Database

    func wire(_ id: PollID, on outing: OutingRow) async throws -> Poll {
        guard let row = try await database.first(.poll(id, of: outing.id)),
            let poll = try await wire([row], on: outing, withBallots: true).first
        else { throw Denial.notFound }
        return poll
    }

    /// Returns polls for the API.
    ///
    /// - Parameter withBallots: Whether to include the ballots of closed polls, so that readers can recount.
    func wire(_ rows: [PollRow], on outing: OutingRow, withBallots: Bool = false) async throws -> [Poll] {
        let ids = rows.map(\.id)
        let options = Dictionary(
            grouping: try await database.all(.options(of: ids, on: outing.id)), by: \.poll)
        let votes = Dictionary(grouping: try await database.all(.votes(in: ids, on: outing.id)), by: \.poll)
        return rows.map { row in
            PollView(
                poll: row, options: options[row.id] ?? [], votes: votes[row.id] ?? [], outing: outing
            ).wire(withBallots: withBallots)
        }
    }
}

private struct PollView {
    let poll: PollRow
    let options: [PollOptionRow]
    let votes: [PollVoteRow]
    let outing: OutingRow

    private var isClosed: Bool { poll.closedAt != nil }
    private var myVotes: [PollVoteRow] {
        guard let reader = outing.mine?.person else { return [] }
        return votes.filter { $0.person?.id == reader }
    }

    func wire(withBallots: Bool) -> Poll {
        let ballots = BallotSet(votes)
        let mine = myVotes
        let isShown = isClosed || !poll.hidden || !mine.isEmpty
        let tallies = ballots.tallies(of: options.map(\.id))
        return Poll(
            id: poll.id, outing: poll.outing, openedBy: poll.openedBy, openedAt: poll.openedAt,
            closesAt: poll.closesAt, closedAt: poll.closedAt, state: isClosed ? .closed : .open,
            kind: options.first?.proposal.kind.wire ?? .time, hidden: poll.hidden, applies: poll.applies,
            options: options.map { option in
                PollOption(
                    id: option.id, suggestion: option.suggestion, what: option.proposal.asProposed,
                    isNow: option.proposal.isFulfilled(in: outing.state),
                    tally: isShown ? tallies[option.id]?.wire : nil,
                    myVote: mine.first { $0.option == option.id }?.opinion,
                    voters: isShown ? voters(of: option.id) : nil)
            },
            voters: ballots.votes.count, myBallot: mine.first?.ballot,
            ballots: isClosed && withBallots ? ballots.wire : nil, result: result(ballots),
            draw: PollDraw(
                commitment: Hexadecimal.encode(poll.commitment),
                seed: isClosed ? Hexadecimal.encode(poll.seed) : nil,
                votesDigest: isClosed ? ballots.digest : nil))
    }

    private func voters(of option: PollOptionID) -> PollVoters {
        func people(_ opinion: Opinion) -> [Person] {
            votes.filter { $0.option == option && $0.opinion == opinion }.compactMap(\.person)
        }
        return PollVoters(yes: people(.yes), maybe: people(.maybe), no: people(.no))
    }

    private func result(_ ballots: BallotSet) -> PollResult? {
        guard isClosed else { return nil }
        let outcome = PollOutcome(of: options.map(\.id), ballots, poll: poll.id, seed: poll.seed)
        return PollResult(
            winner: poll.winner, best: outcome.best, drawn: poll.isDrawn, applied: poll.appliedAt != nil)
    }
}

extension Proposal {
    /// The time and place as proposed, in the proposal's own time zone.
    fileprivate var asProposed: TimeAndPlace {
        TimeAndPlace(time: time, place: placeName.map { OutingPlace(restaurant: restaurant, name: $0) })
    }
}

extension BallotSet {
    /// The ballots, ordered by identifier.
    fileprivate var wire: [PollBallot] {
        votes.sorted { $0.key.description < $1.key.description }.map { ballot, votes in
            PollBallot(
                id: ballot,
                votes: votes.sorted { $0.key.description < $1.key.description }
                    .map { PollBallot.Vote(option: $0.key, answer: $0.value) })
        }
    }
}
