package import NoonishAPI
package import Outings
package import Postgres

/// Keeps suggestions and polls consistent with the outing. A suggestion that a host's own edit fulfils is
/// accepted in that edit's revision, under its author's name. People who leave the list lose their support
/// and their votes in whatever is still open.
package struct GrantSuggestions: OutingFollower {
    package init() {}

    package func isConcerned(by changes: [OutingChange]) -> Bool {
        changes.contains { $0.personGone != nil || $0.mayGrant }
    }

    package func follow(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [OutingChange] {
        let gone = changes.compactMap(\.personGone)
        if !gone.isEmpty {
            try await transaction.execute(.dropSupports(of: gone, on: outing))
            try await transaction.execute(.dropBallots(of: gone, on: outing))
        }
        guard changes.contains(where: \.mayGrant) else { return [] }
        let open = try await transaction.all(.openSuggestions(of: outing))
        guard !open.isEmpty, let row = try await transaction.first(.outing(outing, for: nil)) else {
            return []
        }
        let invited = Set(changes.compactMap(\.personInvited))
        let granted = open.filter { suggestion in
            guard suggestion.stage(on: row) == .open else { return false }
            if let person = suggestion.proposal.person { return invited.contains(person) }
            return suggestion.proposal.holds(in: row.state)
        }
        guard !granted.isEmpty else { return [] }
        try await transaction.execute(.settle(granted.map(\.id), of: outing, as: .accepted, by: actor))
        return granted.map { $0.news(to: .accepted) }
    }
}

extension OutingChange {
    fileprivate var mayGrant: Bool { concernsAnswers || personInvited != nil }

    fileprivate var personInvited: PersonID? {
        if case .attendee(let person, nil, .some) = self { person } else { nil }
    }

    fileprivate var personGone: PersonID? {
        if case .attendee(let person, .some, nil) = self { person } else { nil }
    }
}
