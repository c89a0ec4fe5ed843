import Access
import Calendars
import Foundation
import NoonishAPI
import Postgres

/// Whom an event was sent to, and which event.
struct AskedByCalendar: PostgresRow {
    let sequence: Int
    let title: String
    /// The language that they are written to in.
    let locale: String?
    /// In small letters.
    let addresses: [String]

    init(row: inout RowReader) throws(PostgresError) {
        sequence = try row.next()
        title = try row.next()
        locale = try row.next()
        addresses = try row.next()
    }
}

extension Query where Row == AskedByCalendar {
    /// Locks the outing, so that it does not move while an answer is taken.
    static func askedByCalendar(_ outing: OutingID, _ person: PersonID) -> Self {
        Query(
            "calendar.read_reply_invitation", on: .write,
            """
            SELECT o.calendar_sequence, o.title,
                   (SELECT p.locale FROM person AS p WHERE p.id = \(person)),
                   ARRAY(SELECT lower(e.address) FROM person_email AS e WHERE e.person_id = \(person)
                         UNION
                         SELECT i.address FROM invitation AS i
                          WHERE i.outing_id = o.id AND i.person_id = \(person) AND i.address IS NOT NULL)
              FROM outing AS o
             WHERE o.id = \(outing)
               FOR NO KEY UPDATE
            """)
    }
}

extension Command {
    /// Touches no row if the same answer, or a newer one, was taken already (RFC 5546 §2.1.5). A clock that runs ahead
    /// counts as now, lest it shut out every later answer.
    static func keepReply(_ reply: CalendarReply, of person: PersonID, to outing: OutingID)
        -> Self
    {
        Command(
            "calendar.store_reply",
            """
            INSERT INTO calendar_reply AS r (outing_id, person_id, sequence, stamp)
            VALUES (\(outing), \(person), \(reply.sequence), least(\(reply.stamp), now()))
                ON CONFLICT (outing_id, person_id) DO UPDATE
               SET sequence = excluded.sequence, stamp = excluded.stamp
             WHERE (r.sequence, r.stamp) < (excluded.sequence, excluded.stamp)
            """)
    }
}
