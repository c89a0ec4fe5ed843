package import Journal
package import NoonishAPI
import Outings
package import Postgres

/// Updates decisions after edits of the outing: a suggestion that a host's own edit fulfils is accepted in
/// the revision of that edit, and credited to its author. People who leave the list lose their ballots and
/// support.
package struct DecisionUpdater: JournalFollower {
    package init() {}

    package func isConcerned(by changes: [Change]) -> Bool {
        changes.contains { $0.removedPerson != nil || $0.mayFulfilSuggestion }
    }

    package func follow(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        let removed = changes.compactMap(\.removedPerson)
        if !removed.isEmpty {
            try await transaction.execute(.deleteSupport(of: removed, on: outing))
            try await transaction.execute(.deleteBallots(of: removed, on: outing))
        }
        guard changes.contains(where: \.mayFulfilSuggestion) else { return [] }
        let open = try await transaction.all(.openSuggestions(of: outing))
        guard !open.isEmpty, let row = try await transaction.first(.outing(outing, for: nil)) else {
            return []
        }
        let invited = Set(changes.compactMap(\.invitedPerson))
        let fulfilled = open.filter { suggestion in
            guard suggestion.stage(on: row) == .open else { return false }
            if let person = suggestion.proposal.person { return invited.contains(person) }
            return suggestion.proposal.isFulfilled(in: row.state)
        }
        guard !fulfilled.isEmpty else { return [] }
        try await transaction.execute(
            .recordDecision(fulfilled.map(\.id), of: outing, as: .accepted, by: actor))
        return fulfilled.map { $0.news(to: .accepted) }
    }
}

extension Change {
    fileprivate var mayFulfilSuggestion: Bool { kind.invalidatesAnswers || invitedPerson != nil }

    fileprivate var invitedPerson: PersonID? {
        if case .joined(let person)? = kind.membership { person } else { nil }
    }

    fileprivate var removedPerson: PersonID? {
        if case .left(let person)? = kind.membership { person } else { nil }
    }
}
