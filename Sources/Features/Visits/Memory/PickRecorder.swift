internal import Access
package import NoonishAPI
package import Outings
package import Postgres

/// Records whose idea an outing's place was, in the transaction that sets the place: the author of the
/// suggestion, or the group if a poll decided, or else the person who set it. Changes are deleted after a
/// year; picks last as long as the outing.
package struct PickRecorder: OutingFollower {
    package init() {}

    package func isConcerned(by changes: [OutingChange]) -> Bool { PickUpdate(changes, by: nil) != nil }

    package func follow(
        _ changes: [OutingChange], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [OutingChange] {
        switch PickUpdate(changes, by: actor) {
        case .by(let person): try await transaction.execute(.upsertPick(of: outing, by: person))
        case .firstByHost(let host): try await transaction.execute(.insertPick(of: outing, by: host))
        case .removed: try await transaction.execute(.deletePick(of: outing))
        case nil: break
        }
        return []
    }
}

/// What an edit says about whose idea the place is. A pure function of the changes.
enum PickUpdate: Hashable, Sendable {
    /// A person's idea, or the group's (`nil`) if a poll decided.
    case by(PersonID?)
    /// The outing was just created. If it has a place, that was the host's idea.
    case firstByHost(PersonID)
    /// The outing no longer has a place.
    case removed

    /// Creates a pick from the changes of one edit, or returns `nil` if they do not concern the place.
    init?(_ changes: [OutingChange], by actor: PersonID?) {
        var place: OutingPlace??
        var author: PersonID?
        var isVoted = false
        for change in changes {
            switch change {
            case .place(_, let new): place = .some(new)
            case .suggestion(_, let whose, _, let news?)
            where news.state == .accepted && news.summary.place != nil:
                author = author ?? whose
            case .poll(_, _, let news?) where news.isApplied && news.winner?.place != nil: isVoted = true
            case .attendee(let host, nil, let answer?) where answer.role == .host:
                self = .firstByHost(host)
                return
            default: break
            }
        }
        switch place {
        case nil: return nil
        case .some(nil): self = .removed
        case .some(.some): self = .by(isVoted ? nil : author ?? actor)
        }
    }
}

extension Command {
    fileprivate static func upsertPick(of outing: OutingID, by person: PersonID?) -> Command {
        Command(
            "circles.keep_pick",
            """
            INSERT INTO pick (outing_id, person_id) VALUES (\(outing), \(person))
                ON CONFLICT (outing_id) DO UPDATE SET person_id = excluded.person_id, at = now()
            """)
    }

    fileprivate static func insertPick(of outing: OutingID, by person: PersonID) -> Command {
        Command(
            "circles.keep_first_pick",
            """
            INSERT INTO pick (outing_id, person_id)
            SELECT id, \(person) FROM outing WHERE id = \(outing) AND place_name IS NOT NULL
                ON CONFLICT (outing_id) DO NOTHING
            """)
    }

    fileprivate static func deletePick(of outing: OutingID) -> Command {
        Command("circles.forget_pick", "DELETE FROM pick WHERE outing_id = \(outing)")
    }
}
