import Access
import Foundation
import Journal
import NoonishAPI
import Postgres

/// The seats of an outing that is not cancelled.
@Row
struct OutingSeats: PostgresRow {
    /// Neither taken nor held; `nil` without a capacity.
    let free: Int?
    let startsAt: Date?
    /// The database's clock at the statement; the start of the transaction may have been long before, as it
    /// may have waited for the row.
    let now: Date
}

/// A person in the queue, with their role.
struct WaitingRow: PostgresRow {
    let entry: Waitlist.Entry
    let role: AttendanceRole

    init(row: inout RowReader) throws(PostgresError) {
        entry = Waitlist.Entry(
            person: try row.next(), partySize: try row.next(), offerEndsAt: try row.next(),
            hasMissed: try row.next())
        let word: String = try row.next()
        guard let role = AttendanceRole(rawValue: word) else { throw .decode("\(word) is not a role") }
        self.role = role
    }

    /// Returns the change that reports a step to the other attendees.
    func change(by step: Waitlist.Step) -> Change {
        switch step {
        case .expireOffer(let person): .seatOffer(person, from: entry.offerEndsAt, to: nil)
        case .offer(let person, let until): .seatOffer(person, from: nil, to: until)
        case .seat(let person):
            .attendee(
                person, from: Answer(role: role, status: .waitlisted, partySize: entry.partySize),
                to: Answer(role: role, status: .attending, partySize: entry.partySize))
        }
    }
}

extension Waitlist {
    /// The number after the last in the queue, in an UPDATE of `attendance`. The caller holds the outing's row
    /// lock, and the index `attendance_queue_number_unique` refuses a number twice.
    static let nextNumber: SQL = """
        (SELECT coalesce(max(q.queue_number), 0) + 1 FROM attendance AS q WHERE q.outing_id = attendance.outing_id)
        """
}

extension Query where Row == OutingSeats {
    /// Reads the seats. Returns no row for an outing that was cancelled.
    static func seats(of outing: OutingID) -> Self {
        Query(
            "outings.count_seats",
            """
            SELECT capacity - going - held, starts_at, clock_timestamp()
              FROM outing
             WHERE id = \(outing) AND cancelled_at IS NULL
            """)
    }
}

extension Query where Row == WaitingRow {
    /// Reads the queue in the order in which people joined it.
    static func waiting(for outing: OutingID) -> Self {
        Query(
            "outings.list_waiting",
            """
            SELECT person_id, party_size, offer_ends_at, offer_missed, role
              FROM attendance
             WHERE outing_id = \(outing) AND status = 'waitlisted'
             ORDER BY queue_number
            """)
    }
}

extension Query where Row == OutingID {
    /// Reads outings with expired offers. An offer expires at the start at the latest.
    static var expiredOffers: Self {
        Query(
            "outings.list_expired_seat_offers",
            """
            SELECT DISTINCT o.id
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
             WHERE a.offer_ends_at IS NOT NULL
               AND least(a.offer_ends_at, o.starts_at) <= now()
               AND o.cancelled_at IS NULL
             ORDER BY o.id
             LIMIT \(OutingLimits.clockBatch)
            """)
    }
}

extension Command {
    static func expireOffer(_ people: [PersonID], in outing: OutingID) -> Command {
        Command(
            "outings.expire_seat_offer",
            """
            UPDATE attendance
               SET offer_ends_at = NULL, offer_missed = true
             WHERE outing_id = \(outing) AND person_id = ANY (\(people)) AND status = 'waitlisted'
            """)
    }

    /// Offers seats to each of `people` until the time at the same index.
    static func offer(_ people: [PersonID], in outing: OutingID, until ends: [Date]) -> Command {
        Command(
            "outings.offer_seat",
            """
            UPDATE attendance AS a
               SET offer_ends_at = made.ends_at
              FROM unnest(\(people), \(ends)) AS made (person_id, ends_at)
             WHERE a.outing_id = \(outing) AND a.person_id = made.person_id AND a.status = 'waitlisted'
            """)
    }

    static func seat(_ people: [PersonID], in outing: OutingID) -> Command {
        Command(
            "outings.seat_from_waitlist",
            """
            UPDATE attendance
               SET status = 'attending', queue_number = NULL, offer_ends_at = NULL, offer_missed = false
             WHERE outing_id = \(outing) AND person_id = ANY (\(people)) AND status = 'waitlisted'
            """)
    }
}
