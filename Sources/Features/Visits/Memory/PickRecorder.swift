import Access
package import Journal
package import NoonishAPI
import Outings
package import Postgres

/// Records who proposed an outing's place, in the edit that sets it: the author of the suggestion, the group
/// if a poll decided, or the person who set it. The journal deletes changes after a year; this record stays
/// with the outing.
package struct PickRecorder: JournalFollower {
    package init() {}

    package func isConcerned(by changes: [Change]) -> Bool { PickUpdate(changes, by: nil) != nil }

    package func follow(
        _ changes: [Change], of outing: OutingID, by actor: PersonID?, in transaction: Transaction
    ) async throws -> [Change] {
        switch PickUpdate(changes, by: actor) {
        case .by(let person): try await transaction.execute(.upsertPick(of: outing, by: person))
        case .firstByHost(let host): try await transaction.execute(.insertPick(of: outing, by: host))
        case .removed: try await transaction.execute(.deletePick(of: outing))
        case nil: break
        }
        return []
    }
}

/// A change of who proposed the place.
package enum PickUpdate: Hashable, Sendable {
    /// `nil` if the group chose it in a poll.
    case by(PersonID?)
    /// The outing was just created. If it has a place, the host proposed it.
    case firstByHost(PersonID)
    /// The outing no longer has a place.
    case removed

    /// Returns `nil` if the edit does not affect it.
    init?(_ changes: [Change], by actor: PersonID?) {
        var place: OutingPlace??
        var author: PersonID?
        var isVoted = false
        for change in changes {
            if let change = change.as(PlaceChange.self) {
                place = .some(change.new)
            } else if let seat = change.as(AttendeeChange.self), seat.isBeginning {
                self = .firstByHost(seat.attendee)
                return
            } else {
                switch change.kind.credit(for: .place) {
                case .person(let person): author = author ?? person
                case .group: isVoted = true
                case nil: break
                }
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
            "visits.store_place_proposer",
            """
            INSERT INTO place_proposer (outing_id, person_id) VALUES (\(outing), \(person))
                ON CONFLICT (outing_id) DO UPDATE SET person_id = excluded.person_id, at = now()
            """)
    }

    fileprivate static func insertPick(of outing: OutingID, by person: PersonID) -> Command {
        Command(
            "visits.store_first_place_proposer",
            """
            INSERT INTO place_proposer (outing_id, person_id)
            SELECT id, \(person) FROM outing WHERE id = \(outing) AND place_name IS NOT NULL
                ON CONFLICT (outing_id) DO NOTHING
            """)
    }

    fileprivate static func deletePick(of outing: OutingID) -> Command {
        Command("visits.delete_place_proposer", "DELETE FROM place_proposer WHERE outing_id = \(outing)")
    }
}
