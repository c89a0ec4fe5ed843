internal import Access
package import NoonishAPI
package import Outings
package import Postgres

/// Remembers whose idea an outing's place was, with the edit that sets it: whoever suggested it, else the group where a vote
/// decided, else who set it. Changes are let go of after a year; this stays as long as the outing.
package struct RememberPick: OutingFollower {
    package init() {}

    package func isConcerned(by changes: [OutingChange]) -> Bool { Pick(changes, by: nil) != nil }

    package func follow(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [OutingChange] {
        switch Pick(changes, by: actor) {
        case .by(let person): try await transaction.execute(.keepPick(of: outing, by: person))
        case .ofTheHost(let host): try await transaction.execute(.keepFirstPick(of: outing, by: host))
        case .gone: try await transaction.execute(.forgetPick(of: outing))
        case nil: break
        }
        return []
    }
}

/// What an edit says of whose idea the place is. Pure.
enum Pick: Hashable, Sendable {
    /// Nil: the group's, by a vote.
    case by(PersonID?)
    /// The outing has just begun: if it has a place, its host had the idea.
    case ofTheHost(PersonID)
    /// There is no place any more.
    case gone

    /// Nil where it says nothing of that.
    init?(_ changes: [OutingChange], by actor: PersonID?) {
        var place: OutingPlace??
        var author: PersonID?
        var isVoted = false
        for change in changes {
            switch change {
            case .place(_, let new): place = .some(new)
            case .suggestion(_, let whose, _, let news?)
            where news.state == .accepted && news.gist.place != nil:
                author = author ?? whose
            case .poll(_, _, let news?) where news.isApplied && news.winner?.place != nil: isVoted = true
            case .attendee(let host, nil, let answer?) where answer.role == .host:
                self = .ofTheHost(host)
                return
            default: break
            }
        }
        switch place {
        case nil: return nil
        case .some(nil): self = .gone
        case .some(.some): self = .by(isVoted ? nil : author ?? actor)
        }
    }
}

extension Command {
    fileprivate static func keepPick(of outing: OutingID, by person: PersonID?) -> Command {
        Command(
            "visits.store_place_proposer",
            """
            INSERT INTO place_proposer (outing_id, person_id) VALUES (\(outing), \(person))
                ON CONFLICT (outing_id) DO UPDATE SET person_id = excluded.person_id, at = now()
            """)
    }

    fileprivate static func keepFirstPick(of outing: OutingID, by person: PersonID) -> Command {
        Command(
            "visits.store_first_place_proposer",
            """
            INSERT INTO place_proposer (outing_id, person_id)
            SELECT id, \(person) FROM outing WHERE id = \(outing) AND place_name IS NOT NULL
                ON CONFLICT (outing_id) DO NOTHING
            """)
    }

    fileprivate static func forgetPick(of outing: OutingID) -> Command {
        Command("visits.delete_place_proposer", "DELETE FROM place_proposer WHERE outing_id = \(outing)")
    }
}
