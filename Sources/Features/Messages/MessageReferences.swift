import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. The statements run after the guest's invitations
    /// have passed to the member, and rely on that.
    package static let messages: [PersonReference] = [
        .passes("message", "author_id") { pair in
            Command(
                "messages.transfer_messages",
                """
                UPDATE message
                   SET author_id = CASE WHEN author_id = \(pair.guest) THEN \(pair.member) ELSE author_id END,
                       mentions = CASE WHEN \(pair.member) = ANY (mentions)
                                       THEN array_remove(mentions, \(pair.guest))
                                       ELSE array_replace(mentions, \(pair.guest), \(pair.member)) END
                 WHERE outing_id IN (SELECT outing_id FROM invitation WHERE person_id = \(pair.member))
                   AND (author_id = \(pair.guest) OR \(pair.guest) = ANY (mentions))
                """)
        },
        // The member keeps the later of the two read positions, and stays muted only where both were.
        .passes("message_reader", "person_id") { pair in
            Command(
                "messages.transfer_readers",
                """
                INSERT INTO message_reader AS own (outing_id, person_id, read_rev, muted)
                SELECT outing_id, \(pair.member), read_rev, muted
                  FROM message_reader
                 WHERE person_id = \(pair.guest)
                    ON CONFLICT (outing_id, person_id) DO UPDATE
                   SET read_rev = greatest(own.read_rev, excluded.read_rev), muted = own.muted AND excluded.muted
                """)
        },
    ]
}
