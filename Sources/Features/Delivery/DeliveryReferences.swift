import Accounts
import Decisions
import Messages
import Outings
import Postgres
package import Privacy
import Series
import Visits

extension PersonReference {
    /// This feature's references to people. Only members have preferences and webhooks, and a guest's devices end
    /// with the guest, because the keys of a browser were given for one outing.
    package static let delivery: [PersonReference] = [
        PersonReference("delivery_endpoint", "person_id", .ends),
        PersonReference("notification_preference", "person_id", .ends),
        PersonReference("webhook", "person_id", .ends),
        PersonReference("calendar_feed", "person_id", .ends),
        .passes("inbox", "person_id") { pair in .transferInbox(pair) },
        .passes("calendar_reply", "person_id") { pair in .transferCalendarReplies(pair) },
    ]
}

extension Command {
    /// Moves the times of calendar replies to the member, and keeps the newer of two for an outing. The
    /// guest's own rows are deleted with the guest.
    fileprivate static func transferCalendarReplies(_ pair: GuestAndMember) -> Command {
        Command(
            "delivery.transfer_calendar_replies",
            """
            INSERT INTO calendar_reply AS own (outing_id, person_id, sequence, stamp)
            SELECT outing_id, \(pair.member), sequence, stamp
              FROM calendar_reply
             WHERE person_id = \(pair.guest)
                ON CONFLICT (outing_id, person_id) DO UPDATE
               SET sequence = excluded.sequence, stamp = excluded.stamp
             WHERE (own.sequence, own.stamp) < (excluded.sequence, excluded.stamp)
            """)
    }

    /// Appends the guest's updates to the member's inbox, numbered without a gap.
    fileprivate static func transferInbox(_ pair: GuestAndMember) -> Command {
        Command(
            "delivery.transfer_inbox",
            """
            WITH theirs AS MATERIALIZED (
                 SELECT seq, row_number() OVER (ORDER BY seq) AS position
                   FROM inbox
                  WHERE person_id = \(pair.guest)),
                 counted AS (
                 UPDATE person
                    SET inbox_seq = inbox_seq + (SELECT count(*) FROM theirs)
                  WHERE id = \(pair.member)
              RETURNING inbox_seq - (SELECT count(*) FROM theirs) AS before)
            UPDATE inbox AS i
               SET person_id = \(pair.member), seq = counted.before + theirs.position
              FROM theirs, counted
             WHERE i.person_id = \(pair.guest) AND i.seq = theirs.seq
            """)
    }
}
