import Access
import Calendars
import Foundation
import NoonishAPI
import Postgres

/// An event as it was last sent to an invitee, and the invitee's addresses.
@Row
struct SentCalendarEvent: PostgresRow {
    let sequence: Int
    let title: String
    /// The language for mail to the invitee.
    let locale: String?
    /// In lower case.
    let addresses: [String]
}

extension Query where Row == SentCalendarEvent {
    /// Reads the event and locks the outing, so that it does not change while a reply is processed.
    static func sentCalendarEvent(_ outing: OutingID, _ person: PersonID) -> Self {
        Query(
            "calendar.read_reply_invitation", on: .write,
            """
            SELECT o.calendar_sequence, o.title,
                   (SELECT p.locale FROM person AS p WHERE p.id = \(person)),
                   ARRAY(SELECT lower(e.address) FROM person_email AS e WHERE e.person_id = \(person)
                         UNION
                         SELECT given.address
                           FROM invitation AS i, unnest(ARRAY[i.address, i.own_address]) AS given (address)
                          WHERE i.outing_id = o.id AND i.person_id = \(person) AND given.address IS NOT NULL)
              FROM outing AS o
             WHERE o.id = \(outing)
               FOR NO KEY UPDATE
            """)
    }
}

extension Command {
    /// Stores the time of a reply. Affects no row if this reply or a newer one has been processed (RFC 5546
    /// §2.1.5). A time in the future counts as now, so that a client's fast clock does not block its later
    /// replies.
    static func storeReplyStamp(_ reply: CalendarReply, of person: PersonID, to outing: OutingID)
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
