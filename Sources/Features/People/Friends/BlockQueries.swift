package import Access
import Foundation
package import NoonishAPI
package import Postgres

// A block applies in both directions; the database function `are_blocked` defines it.

extension Query where Row == PersonID {
    /// Returns those of `others` who have blocked `person` or are blocked by them.
    package static func blocks(with person: PersonID, among others: [PersonID]) -> Self {
        Query(
            "people.list_blocks_among",
            """
            SELECT other_id FROM person_block WHERE person_id = \(person) AND other_id = ANY (\(others))
             UNION
            SELECT person_id FROM person_block WHERE other_id = \(person) AND person_id = ANY (\(others))
            """)
    }
}

extension Query where Row == PersonID? {
    /// Returns one row: the member who verified that they own an address, or `nil` if there is none or either
    /// has blocked the other.
    ///
    /// Blocks are checked even if no one owns the address, so that response times do not disclose whether it
    /// is registered.
    static func member(withAddress address: String, notBlocking caller: PersonID) -> Self {
        Query(
            "people.read_member_unless_blocked",
            """
            SELECT CASE WHEN are_blocked(coalesce(e.person_id, asker.id), asker.id) THEN NULL ELSE e.person_id END
              FROM person AS asker
              LEFT JOIN person_email AS e ON e.address = \(address)
             WHERE asker.id = \(caller)
            """)
    }
}

extension Query where Row == Bool {
    static func areBlocked(_ one: PersonID, _ other: PersonID) -> Self {
        Query("people.check_blocked", "SELECT are_blocked(\(one), \(other))")
    }

    /// Returns one row: whether the person may block `other` although the two are not acquainted, which is
    /// the case if `other` sent them a friend request or is blocked already.
    package static func hasReasonToBlock(_ me: Capability<PersonID>, _ other: PersonID) -> Self {
        Query(
            "people.check_block_allowed",
            """
            SELECT EXISTS (SELECT FROM person_block WHERE person_id = \(me.object) AND other_id = \(other))
                   OR EXISTS (SELECT FROM friend_request AS r
                               WHERE r.from_id = \(other)
                                 AND (r.to_id = \(me.object)
                                      OR r.to_address IN (SELECT address
                                                            FROM person_email
                                                           WHERE person_id = \(me.object))))
            """)
    }
}

extension Query where Row == Person {
    /// Returns the people whom a person has blocked, newest first.
    static func blocked(by me: Capability<PersonID>) -> Self {
        Query(
            "people.list_blocked_people",
            """
            SELECT p.id, p.name
              FROM person_block AS b
              JOIN person AS p ON p.id = b.other_id
             WHERE b.person_id = \(me.object)
             ORDER BY b.since DESC, p.id
            """)
    }
}

extension Command {
    /// Blocks a person. Ends their friendship, and deletes the friend requests between the two and their
    /// memberships in each other's circles. Outings they share are not affected. Idempotent.
    static func block(_ me: Capability<PersonID>, _ other: PersonID) -> Self {
        Command(
            "people.insert_block",
            """
            WITH blocked AS (
                 INSERT INTO person_block (person_id, other_id)
                 VALUES (\(me.object), \(other))
                     ON CONFLICT (person_id, other_id) DO NOTHING),
                 left_circles AS (
                 DELETE FROM circle_member AS m
                  USING circle AS c
                  WHERE c.id = m.circle_id
                    AND (c.owner_id, m.person_id) IN ((\(me.object), \(other)), (\(other), \(me.object)))),
                 asked AS (
                 DELETE FROM friend_request
                  WHERE from_id = \(other)
                    AND (to_id = \(me.object)
                         OR to_address IN (SELECT address FROM person_email WHERE person_id = \(me.object)))
                     OR from_id = \(me.object) AND to_id = \(other))
            DELETE FROM friendship
             WHERE low_id = least(\(me.object), \(other)) AND high_id = greatest(\(me.object), \(other))
            """)
    }

    static func unblock(_ me: Capability<PersonID>, _ other: PersonID) -> Self {
        Command(
            "people.delete_block",
            "DELETE FROM person_block WHERE person_id = \(me.object) AND other_id = \(other)")
    }

    /// Deletes an email enqueued in the same transaction if its recipient and `writer` have blocked each
    /// other. Runs for every email, and checks blocks even if no one owns the address, so that response times
    /// disclose neither.
    static func deleteMail(_ mail: UUID, to address: String, ifBlockedWith writer: PersonID) -> Self {
        Command(
            "people.delete_mail_from_blocked",
            """
            DELETE FROM mail_outbox
             WHERE id = \(mail)
               AND are_blocked(coalesce((SELECT person_id FROM person_email WHERE address = \(address)), \(writer)),
                               \(writer))
            """)
    }
}
