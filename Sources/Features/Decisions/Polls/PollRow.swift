import Foundation
import NoonishAPI
import Outings
import Postgres

/// A row of `poll`. In its columns, `p` is the poll, `opener` the person who opened it.
@Row
struct PollRow: TableRow {
    @Column("p.outing_id") let outing: OutingID
    @Column("p.id") let id: PollID
    @Column("p.opened_by", "opener.name") let openedBy: Person
    @Column("p.opened_at") let openedAt: Date
    @Column("p.closes_at") let closesAt: Date
    @Column("p.hidden") let hidden: Bool
    @Column("p.applies") let applies: Bool
    @Column("p.seed") let seed: [UInt8]
    @Column("p.commitment") let commitment: [UInt8]
    @Column("p.closed_at") let closedAt: Date?
    @Column("p.winner_id") let winner: PollOptionID?
    @Column("p.drawn") let isDrawn: Bool
    @Column("p.applied_at") let appliedAt: Date?
    /// The database's clock when the row was read.
    @Column("now()") let now: Date

    static let tables: SQL = "poll AS p JOIN person AS opener ON opener.id = p.opened_by"

    /// Whether votes are accepted: only before the deadline, even if no worker has closed the poll yet.
    var takesVotes: Bool { closedAt == nil && now < closesAt }
}

/// A row of `poll_option`.
@Row
struct PollOptionRow: PostgresRow {
    let poll: PollID
    let id: PollOptionID
    let suggestion: SuggestionID?
    let proposal: Proposal
}

/// One ballot's vote for one option.
@Row
struct PollVoteRow: PostgresRow {
    let poll: PollID
    let ballot: BallotID
    /// `nil` if the voter is no longer known.
    let person: Person?
    let option: PollOptionID
    let opinion: Opinion
}

extension BallotSet {
    init(_ rows: some Sequence<PollVoteRow>) {
        var votes: [BallotID: [PollOptionID: Opinion]] = [:]
        for row in rows { votes[row.ballot, default: [:]][row.option] = row.opinion }
        self.init(votes)
    }
}
