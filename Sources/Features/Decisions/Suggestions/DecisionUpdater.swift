package import NoonishAPI
package import Outings
package import Postgres

/// Keeps suggestions and polls consistent with the outing. A suggestion that a host's own edit fulfils is
/// accepted in that edit's revision, under its author's name. People who leave the list lose their support
/// and their votes in whatever is still open.
package struct DecisionUpdater: OutingFollower {
    package init() {}

    package func isConcerned(by changes: [OutingChange]) -> Bool {
        changes.contains { $0.removedPerson != nil || $0.mayFulfilSuggestion }
    }

    package func follow(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [OutingChange] {
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
        try await transaction.execute(.recordDecision(fulfilled.map(\.id), of: outing, as: .accepted, by: actor))
        return fulfilled.map { $0.news(to: .accepted) }
    }
}

extension OutingChange {
    fileprivate var mayFulfilSuggestion: Bool { concernsAnswers || invitedPerson != nil }

    fileprivate var invitedPerson: PersonID? {
        if case .attendee(let person, nil, .some) = self { person } else { nil }
    }

    fileprivate var removedPerson: PersonID? {
        if case .attendee(let person, .some, nil) = self { person } else { nil }
    }
}
