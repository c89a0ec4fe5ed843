import Access
import Foundation
package import HTTPKit
import Journal
package import NoonishAPI
package import Postgres

extension OutingEdits {
    /// Creates the outing of one date of a series.
    ///
    /// - Parameters:
    ///   - people: The people to invite: friends and people the host has shared an outing with.
    ///   - addresses: The addresses to invite, none of them the host's own.
    ///   - coming: Those of the people who attend every outing of the series, with their seats, in the order in
    ///     which they are seated. They join the waiting list if there are too few seats.
    /// - Throws: A violation of the constraint `outing_once_a_date` if the date has an outing already.
    package func start(
        _ state: OutingState, for date: OutingSeriesDate, by host: PersonID, inviting people: [PersonID],
        addresses: [NamedAddress], coming: [(person: PersonID, partySize: Int)], in transaction: Transaction
    ) async throws -> OutingID {
        let id = OutingID.make()
        try Self.check(state)
        try await transaction.execute(.insert(id, state, host: host))
        try await transaction.execute(.place(id, at: date))
        try await transaction.execute(.insertHost(host, of: id))
        try await transaction.beginWatches(of: id, [host], mail: [host], sentRev: 1)
        var changes = try await invitations.add(
            InviteInput(people: people, emails: addresses), to: id, by: host, nextRev: 1, countsReach: false,
            in: transaction)
        var free = state.capacity.map { $0 - 1 } ?? .max
        for (person, partySize) in coming {
            guard let index = changes.firstIndex(of: .attendee(person, from: nil, to: Answer())) else {
                continue
            }
            let isSeated = partySize <= free
            free -= isSeated ? partySize : 0
            let answer = Answer(status: isSeated ? .attending : .waitlisted, partySize: partySize)
            try await transaction.execute(.comes(person, answer, to: id))
            changes[index] = .attendee(person, from: nil, to: answer)
        }
        let seat = Change.attendee(host, from: nil, to: Answer(role: .host, status: .attending))
        _ = try await record.record([seat] + changes, of: id, by: host, movesVersion: true, in: transaction)
        return id
    }
}

extension Command {
    fileprivate static func place(_ outing: OutingID, at date: OutingSeriesDate) -> Command {
        Command(
            "outings.set_series",
            "UPDATE outing SET series_id = \(date.id), series_date = \(date.date)::text::date WHERE id = \(outing)"
        )
    }

    /// Records the answer of a person who attends every outing of the series.
    fileprivate static func comes(_ person: PersonID, _ answer: Answer, to outing: OutingID) -> Command {
        Command(
            "outings.accept_series_invitations",
            """
            WITH answered AS (
                 UPDATE invitation SET state = 'answered' WHERE outing_id = \(outing) AND person_id = \(person))
            UPDATE attendance
               SET status = \(answer.status.rawValue), party_size = \(answer.partySize), responded_at = now(),
                   responded_rev = 1,
                   queue_number = CASE WHEN \(answer.status == .waitlisted) THEN \(fragment: Waitlist.nextNumber) END
             WHERE outing_id = \(outing) AND person_id = \(person)
            """)
    }
}
