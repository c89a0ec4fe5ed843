package import Access
internal import Foundation
package import NoonishAPI
package import Postgres

// Who does not want to hear of whom. A block counts in both directions: `are_blocked` of the database says so.

extension Query where Row == PersonID {
    /// Those of `others` who have blocked `person`, or whom `person` has.
    package static func blocks(with person: PersonID, among others: [PersonID]) -> Self {
        Query(
            "people.list_blocks_among",
            """
            SELECT other_id FROM person_block WHERE person_id = \(person) AND other_id = ANY (\(others))
             UNION
            SELECT person_id FROM person_block WHERE other_id = \(person) AND person_id = ANY (\(others))
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == PersonID? {
    /// One row: the member who proved to own an address, if neither has blocked the other.
    ///
    /// Blocks are asked about also when nobody owns it, so that the time of the answer does not tell.
    static func member(withAddress address: String, notBlocking asker: PersonID) -> Self {
        Query(
            "people.read_member_unless_blocked",
            """
            SELECT CASE WHEN are_blocked(coalesce(e.person_id, asker.id), asker.id) THEN NULL ELSE e.person_id END
              FROM person AS asker
              LEFT JOIN person_email AS e ON e.address = \(address)
             WHERE asker.id = \(asker)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == Bool {
    static func areBlocked(_ one: PersonID, _ other: PersonID) -> Self {
        Query("people.check_blocked", "SELECT are_blocked(\(one), \(other))") {
            row throws(PostgresError) in try row.next()
        }
    }

    /// One row: whether somebody may block `other` although they do not know each other: `other` asked to be their
    /// friend, or is blocked already.
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
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == Person {
    /// Whom somebody has blocked, newest first.
    static func blocked(by me: Capability<PersonID>) -> Self {
        Query(
            "people.list_blocked_people",
            """
            SELECT p.id, p.name
              FROM person_block AS b
              JOIN person AS p ON p.id = b.other_id
             WHERE b.person_id = \(me.object)
             ORDER BY b.since DESC, p.id
            """
        ) { row throws(PostgresError) in try Person(id: row.next(), name: row.next()) }
    }
}

extension Command {
    /// Blocks once; all that was between the two but the outings they share ends with it.
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

    /// Takes a mail back that was promised in the same transaction, if its reader wants to hear nothing of `writer`.
    /// Runs for every mail, so that the time tells nobody.
    static func dropMail(_ mail: UUID, to address: String, ifBlockedWith writer: PersonID) -> Self {
        Command(
            "people.delete_mail_from_blocked",
            """
            DELETE FROM mail_outbox
             WHERE id = \(mail)
               AND EXISTS (SELECT FROM person_email
                            WHERE address = \(address) AND are_blocked(person_id, \(writer)))
            """)
    }
}
