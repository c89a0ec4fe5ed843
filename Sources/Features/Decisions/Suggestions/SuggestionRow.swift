import Foundation
import NoonishAPI
import Outings
import Postgres

/// A row of `suggestion`, with the names of the people it refers to.
struct SuggestionRow: PostgresRow {
    let id: SuggestionID
    let author: Person
    let proposal: Proposal
    /// The person it suggests to invite.
    let guest: Person?
    let state: StoredState
    let word: String?
    let createdAt: Date
    let decidedAt: Date?
    let decidedBy: Person?
    /// The newest poll that has it as an option.
    let poll: PollID?

    /// The stored state. Expiry is not stored: it is derived from the clock.
    enum StoredState: String, Hashable, Sendable, CaseIterable {
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

    static let columns: SQL = """
        p.id, p.author_id, author.name, p.state, p.denial_reason, p.created_at, p.decided_at, p.decided_by, decider.name,
        p.person_id, guest.name, p.address,
        (SELECT o.poll_id FROM poll_option AS o
          WHERE o.outing_id = p.outing_id AND o.suggestion_id = p.id ORDER BY o.poll_id DESC LIMIT 1),
        \(fragment: Proposal.columns)
        """

    static let tables: SQL = """
        suggestion AS p
          JOIN person AS author ON author.id = p.author_id
          LEFT JOIN person AS decider ON decider.id = p.decided_by
          LEFT JOIN person AS guest ON guest.id = p.person_id
        """

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        author = Person(id: try row.next(), name: try row.next())
        let state: String = try row.next()
        word = try row.next()
        createdAt = try row.next()
        decidedAt = try row.next()
        decidedBy = try Self.person(&row)
        guest = try Self.person(&row)
        let address: String? = try row.next()
        poll = try row.next()
        var proposal = try Proposal(row: &row)
        if let guest {
            proposal.guest = .person(guest.id)
        } else if let address {
            proposal.guest = .address(address)
        }
        self.proposal = proposal
        guard let state = StoredState(rawValue: state) else {
            throw .decode("\(state) is not a suggestion state")
        }
        self.state = state
    }

    private static func person(_ row: inout RowReader) throws(PostgresError) -> Person? {
        let id: PersonID? = try row.next()
        let name: String? = try row.next()
        guard let id, let name else { return nil }
        return Person(id: id, name: name)
    }

    /// Returns the state to show. An open suggestion counts as expired once the outing is over or cancelled,
    /// or its suggested time has passed.
    func stage(on outing: OutingRow) -> Suggestion.State {
        guard state == .open else { return state.wire }
        if outing.isOver || outing.state.cancellation != nil { return .expired }
        return proposal.ends.map { $0 <= outing.now } == true ? .expired : .open
    }

    var isOpenOrPolled: Bool { state == .open || state == .polled }
}

/// The opinion of a person on the list about a suggestion.
struct SupportRow: PostgresRow {
    let suggestion: SuggestionID
    let person: Person
    let opinion: Opinion
    /// The person's current answer to the outing; `nil` if they are not on the list.
    let status: AttendanceStatus?

    init(row: inout RowReader) throws(PostgresError) {
        suggestion = try row.next()
        person = Person(id: try row.next(), name: try row.next())
        let opinion: String = try row.next()
        let status: String? = try row.next()
        guard let opinion = Opinion(rawValue: opinion) else { throw .decode("\(opinion) is not an opinion") }
        self.opinion = opinion
        self.status = status.flatMap { AttendanceStatus(rawValue: $0) }
    }
}
