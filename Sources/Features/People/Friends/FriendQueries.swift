import Access
import Accounts
import Foundation
package import NoonishAPI
package import Postgres

extension Query where Row == FriendRow {
    /// Returns a page of friends by name, plus one more row to show whether another page follows.
    static func friends(of me: Capability<PersonID>, _ list: FriendList) -> Self {
        Query(
            "people.list_friends_page",
            """
            SELECT p.id, p.name, f.tag, friend.since, lower(p.name)
              FROM (SELECT high_id AS id, since FROM friendship WHERE low_id = \(me.object)
                     UNION ALL
                    SELECT low_id, since FROM friendship WHERE high_id = \(me.object)) AS friend
              JOIN person AS p ON p.id = friend.id
              LEFT JOIN profile_picture AS f ON f.person_id = p.id
             WHERE (\(list.query) IS NULL OR position(lower(\(list.query)) IN lower(p.name)) > 0)
               AND (\(list.after?.name) IS NULL
                    OR (lower(p.name), p.id) > (\(list.after?.name), \(list.after?.id)))
             ORDER BY lower(p.name), p.id
             LIMIT \(list.limit + 1)
            """)
    }
}

extension Query where Row == FriendRequest {
    /// Returns the friend requests that a person has received and sent, newest first.
    ///
    /// A request to an address reaches the member who verified it. The sender does not learn who that is.
    static func friendRequests(of me: Capability<PersonID>) -> Self {
        Query(
            "people.list_friend_requests",
            """
            SELECT id, direction, person_id, name, address, created_at
              FROM (SELECT DISTINCT ON (r.from_id)
                           r.id, 'incoming' AS direction, p.id AS person_id, p.name, NULL AS address, r.created_at
                      FROM friend_request AS r
                      JOIN person AS p ON p.id = r.from_id
                     WHERE (r.to_id = \(me.object)
                            OR r.to_address IN (SELECT address FROM person_email WHERE person_id = \(me.object)))
                       AND NOT are_blocked(r.from_id, \(me.object))
                     ORDER BY r.from_id, r.created_at DESC) AS incoming
             UNION ALL
            SELECT r.id, 'outgoing', p.id, p.name, r.to_address, r.created_at
              FROM friend_request AS r
              LEFT JOIN person AS p ON p.id = r.to_id
             WHERE r.from_id = \(me.object)
             ORDER BY created_at DESC, id
             LIMIT \(2 * PeopleLimits.openRequests)
            """
        ) { row throws(PostgresError) in
            let id = try row.next(FriendRequestID.self)
            let direction =
                try row.next(String.self) == "incoming" ? FriendRequest.Direction.incoming : .outgoing
            let person = try row.next(PersonID?.self)
            let name = try row.next(String?.self)
            return FriendRequest(
                id: id, direction: direction,
                person: person.flatMap { id in name.map { Person(id: id, name: $0) } },
                email: try row.next(), createdAt: try row.next())
        }
    }
}

extension Query where Row == PersonID {
    /// Returns the sender of a request that `me` may answer.
    static func sender(of request: FriendRequestID, to me: Capability<PersonID>) -> Self {
        Query(
            "people.read_request_sender",
            """
            SELECT from_id
              FROM friend_request
             WHERE id = \(request)
               AND (to_id = \(me.object)
                    OR to_address IN (SELECT address FROM person_email WHERE person_id = \(me.object)))
               AND NOT are_blocked(from_id, \(me.object))
            """)
    }

    /// Deletes all requests from `sender` to `receiver`, and returns a row for each; none if either has blocked the
    /// other, even while the caller waited for the lock of the pair.
    static func deleteRequests(from sender: PersonID, to receiver: PersonID) -> Self {
        Query(
            "people.take_friend_requests", on: .write,
            """
            DELETE FROM friend_request
             WHERE from_id = \(sender)
               AND (to_id = \(receiver)
                    OR to_address IN (SELECT address FROM person_email WHERE person_id = \(receiver)))
               AND NOT are_blocked(\(sender), \(receiver))
            RETURNING from_id
            """)
    }
}

extension Query where Row == Friend {
    /// Makes two people friends, unless they are friends already.
    static func befriend(_ me: PersonID, _ other: PersonID) -> Self {
        Query(
            "people.insert_friendship", on: .write,
            """
            WITH made AS (
                INSERT INTO friendship AS f (low_id, high_id)
                VALUES (least(\(me), \(other)), greatest(\(me), \(other)))
                    ON CONFLICT (low_id, high_id) DO UPDATE SET since = f.since
                RETURNING since)
            SELECT p.id, p.name, f.tag, made.since
              FROM made
              JOIN person AS p ON p.id = \(other)
              LEFT JOIN profile_picture AS f ON f.person_id = p.id
            """
        ) { row throws(PostgresError) in try Friend(row: &row) }
    }
}

extension Query where Row == Int {
    /// Returns one row: the number of open requests that a person has sent.
    static func openRequests(of me: PersonID) -> Self {
        Query(
            "people.count_sent_friend_requests", "SELECT count(*) FROM friend_request WHERE from_id = \(me)")
    }
}

extension Query where Row == LimitEntry {
    static func requestMails(of me: PersonID) -> Self {
        Query(
            "people.count_friend_request_mails",
            "SELECT at, 1 FROM friend_request_mail WHERE from_id = \(me)")
    }
}

extension Query where Row == Bool {
    /// Locks a pair of people until the transaction ends, so that no other transaction creates or answers
    /// requests between them.
    package static func lockPair(_ one: String, _ other: String) -> Self {
        Query(
            "people.lock_pair", on: .write,
            """
            SELECT true
              FROM pg_advisory_xact_lock(
                       hashtextextended('friends:' || least(\(one), \(other)) || greatest(\(one), \(other)), 0))
            """)
    }

    package static func isMember(_ person: PersonID) -> Self {
        Query("people.check_member", "SELECT kind = 'member' FROM person WHERE id = \(person)")
    }

    /// Returns a row if a request may be mailed to the address now, and records the email.
    static func mayMailRequest(from me: PersonID, to address: String) -> Self {
        Query(
            "people.check_friend_mail_limit", on: .write,
            """
            INSERT INTO friend_request_mail AS sent (from_id, to_address)
            SELECT \(me), \(address)
             WHERE (SELECT count(*) FROM friend_request_mail
                     WHERE to_address = \(address) AND at > now() - interval '1 day')
                   < \(PeopleLimits.friendMailsPerAddressPerDay)
                ON CONFLICT (from_id, to_address) DO UPDATE
               SET at = now()
             WHERE sent.at < now() - \(PeopleLimits.friendMailInterval) * interval '1 s'
            RETURNING true
            """)
    }
}

extension Command {
    /// Inserts a request, unless there is one already or either person has blocked the other.
    static func insertRequest(
        _ id: FriendRequestID, from me: PersonID, person: PersonID?, address: String?
    ) -> Self {
        Command(
            "people.insert_friend_request",
            """
            INSERT INTO friend_request (id, from_id, to_id, to_address)
            SELECT \(id), \(me), \(person), \(address)
             WHERE NOT are_blocked(\(me), \(person))
                ON CONFLICT DO NOTHING
            """)
    }

    static func withdrawRequest(_ id: FriendRequestID, of me: Capability<PersonID>) -> Self {
        Command(
            "people.withdraw_friend_request",
            "DELETE FROM friend_request WHERE id = \(id) AND from_id = \(me.object)")
    }

    /// Ends a friendship, and removes the two from each other's circles.
    static func unfriend(_ me: Capability<PersonID>, _ other: PersonID) -> Self {
        Command(
            "people.delete_friendship",
            """
            WITH left_circles AS (
                 DELETE FROM circle_member AS m
                  USING circle AS c
                  WHERE c.id = m.circle_id
                    AND (c.owner_id, m.person_id) IN ((\(me.object), \(other)), (\(other), \(me.object))))
            DELETE FROM friendship
             WHERE low_id = least(\(me.object), \(other)) AND high_id = greatest(\(me.object), \(other))
            """)
    }
}

/// A friend and their position in the list.
struct FriendRow: PostgresRow {
    let friend: Friend
    let cursor: FriendCursor

    init(row: inout RowReader) throws(PostgresError) {
        friend = try Friend(row: &row)
        cursor = FriendCursor(name: try row.next(), id: friend.id)
    }
}

extension Friend {
    /// Reads the identifier, name, picture tag, and the start of the friendship.
    fileprivate init(row: inout RowReader) throws(PostgresError) {
        let id: PersonID = try row.next()
        let name: String = try row.next()
        let tag: String? = try row.next()
        self.init(id: id, name: name, picture: Person.picture(of: id, tag: tag), since: try row.next())
    }
}
