import Foundation
import NoonishAPI
import Outings
import Postgres

/// A row of `suggestion`, with the names of the people it refers to.
@Row
struct SuggestionRow: TableRow {
    @Column("p.id") let id: SuggestionID
    @Column("p.author_id", "author.name") let author: Person
    @Column("p.state") let state: StoredState
    @Column("p.denial_reason") let word: String?
    @Column("p.created_at") let createdAt: Date
    @Column("p.decided_at") let decidedAt: Date?
    @Column("p.decided_by", "decider.name") let decidedBy: Person?
    /// The person it suggests to invite.
    @Column("p.person_id", "guest.name") let guest: Person?
    @Column("p.address") private let address: String?
    /// The newest poll that has it as an option.
    @Column(
        """
        (SELECT o.poll_id FROM poll_option AS o
          WHERE o.outing_id = p.outing_id AND o.suggestion_id = p.id ORDER BY o.poll_id DESC LIMIT 1)
        """)
    let poll: PollID?
    @Column(Proposal.self) private let timeAndPlace: Proposal

    /// The stored state. Expiry is not stored: it is derived from the clock.
    enum StoredState: String, Hashable, Sendable, CaseIterable, PostgresDecodable {
        case open, polled, accepted, denied, withdrawn, outvoted

        var wire: Suggestion.State {
            switch self {
            case .open: .open
            case .polled: .polled
            case .accepted: .accepted
            case .denied: .denied
            case .withdrawn: .withdrawn
            case .outvoted: .outvoted
            }
        }
    }

    static let tables: SQL = """
        suggestion AS p
          JOIN person AS author ON author.id = p.author_id
          LEFT JOIN person AS decider ON decider.id = p.decided_by
          LEFT JOIN person AS guest ON guest.id = p.person_id
        """

    var proposal: Proposal {
        var proposal = timeAndPlace
        if let guest {
            proposal.guest = .person(guest.id)
        } else if let address {
            proposal.guest = .address(address)
        }
        return proposal
    }

    /// Returns the state to show. An open suggestion counts as expired once the outing is over or cancelled,
    /// or its suggested time has passed.
    func stage(on outing: OutingRow) -> Suggestion.State {
        guard state == .open else { return state.wire }
        if outing.isOver || outing.state.cancellation != nil { return .expired }
        guard let ends = proposal.ends else { return .open }
        return ends <= outing.now ? .expired : .open
    }

    var isOpenOrPolled: Bool { state == .open || state == .polled }
}

/// The opinion of a person on the list about a suggestion.
@Row
struct SupportRow: PostgresRow {
    let suggestion: SuggestionID
    let person: Person
    let opinion: Opinion
    /// The person's current answer to the outing; `nil` if they are not on the list.
    let status: AttendanceStatus?
}
