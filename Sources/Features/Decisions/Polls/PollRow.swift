import Foundation
import NoonishAPI
import Outings
import Postgres

/// A row of `poll`.
struct PollRow: PostgresRow {
    let outing: OutingID
    let id: PollID
    let openedBy: Person
    let openedAt: Date
    let closesAt: Date
    let hidden: Bool
    let applies: Bool
    let seed: [UInt8]
    let commitment: [UInt8]
    let closedAt: Date?
    let winner: PollOptionID?
    let isDrawn: Bool
    let appliedAt: Date?
    /// The database's clock when the row was read.
    let now: Date

    static let columns: SQL = """
        p.outing_id, p.id, p.opened_by, opener.name, p.opened_at, p.closes_at, p.hidden, p.applies, p.seed,
        p.commitment, p.closed_at, p.winner_id, p.drawn, p.applied_at, now()
        """

    init(row: inout RowReader) throws(PostgresError) {
        outing = try row.next()
        id = try row.next()
        openedBy = Person(id: try row.next(), name: try row.next())
        openedAt = try row.next()
        closesAt = try row.next()
        hidden = try row.next()
        applies = try row.next()
        seed = try row.next()
        commitment = try row.next()
        closedAt = try row.next()
        winner = try row.next()
        isDrawn = try row.next()
        appliedAt = try row.next()
        now = try row.next()
    }

    /// Whether votes are accepted: only before the deadline, even if no worker has closed the poll yet.
    var takesVotes: Bool { closedAt == nil && now < closesAt }
}

/// A row of `poll_option`.
struct PollOptionRow: PostgresRow {
    let poll: PollID
    let id: PollOptionID
    let suggestion: SuggestionID?
    let proposal: Proposal

    init(row: inout RowReader) throws(PostgresError) {
        poll = try row.next()
        id = try row.next()
        suggestion = try row.next()
        proposal = try Proposal(row: &row)
    }
}

/// One ballot's vote for one option.
struct PollVoteRow: PostgresRow {
    let poll: PollID
    let ballot: BallotID
    /// `nil` if the voter is no longer known.
    let person: Person?
    let option: PollOptionID
    let opinion: Opinion

    init(row: inout RowReader) throws(PostgresError) {
        poll = try row.next()
        ballot = try row.next()
        let person: PersonID? = try row.next()
        let name: String? = try row.next()
        self.person = person.flatMap { id in name.map { Person(id: id, name: $0) } }
        option = try row.next()
        let opinion: String = try row.next()
        guard let opinion = Opinion(rawValue: opinion) else { throw .decode("\(opinion) is not an opinion") }
        self.opinion = opinion
    }
}

extension BallotSet {
    init(_ rows: some Sequence<PollVoteRow>) {
        var votes: [BallotID: [PollOptionID: Opinion]] = [:]
        for row in rows { votes[row.ballot, default: [:]][row.option] = row.opinion }
        self.init(votes)
    }
}
