import Access
import Foundation
package import NoonishAPI
package import Postgres

extension Query where Row == MessageRow {
    /// Returns the messages of an outing, newest first, except those of people who blocked the reader or whom
    /// the reader blocked.
    static func messages(
        of outing: OutingID, for reader: PersonID, before rev: Int?, limit: Int
    ) -> Self {
        .select(
            "messages.list_messages",
            """
             WHERE m.outing_id = \(outing)
               AND (\(rev)::bigint IS NULL OR m.rev < \(rev))
               AND NOT are_blocked(m.author_id, \(reader))
             ORDER BY m.rev DESC
             LIMIT \(limit)
            """)
    }

    /// - Parameter reader: `nil` for a venue, from which no block hides anything.
    static func message(_ id: OutingMessageID, of outing: OutingID, for reader: PersonID?) -> Self {
        .select(
            "messages.read_message",
            "WHERE m.outing_id = \(outing) AND m.id = \(id) AND NOT are_blocked(m.author_id, \(reader))")
    }
}

extension Query where Row == MessageReadState {
    /// Returns a person's unread count and mute setting, or no row if they are not on the list. Messages
    /// posted before they were invited do not count as unread.
    static func reader(_ person: PersonID, of outing: OutingID) -> Self {
        Query(
            "messages.read_reader",
            """
            SELECT (SELECT count(*)
                      FROM (SELECT
                              FROM message AS m
                             WHERE m.outing_id = a.outing_id
                               AND m.rev > coalesce(r.read_rev, 0)
                               AND m.at >= a.created_at
                               AND m.author_id IS DISTINCT FROM a.person_id
                               AND m.deleted_at IS NULL
                               AND NOT are_blocked(m.author_id, a.person_id)
                             LIMIT \(MessageLimits.unreadCounted)) AS unread),
                   coalesce(r.muted, false)
              FROM attendance AS a
              LEFT JOIN message_reader AS r ON r.outing_id = a.outing_id AND r.person_id = a.person_id
             WHERE a.outing_id = \(outing) AND a.person_id = \(person)
            """
        ) { row throws(PostgresError) in MessageReadState(unread: try row.next(), muted: try row.next()) }
    }
}

extension Query where Row == UnreadMessages {
    /// Returns the unread counts of all outings whose list the person is on, those with the newest unread
    /// message first.
    static func unread(by person: PersonID) -> Self {
        Query(
            "messages.count_unread",
            """
            SELECT o.id, o.title, unread.count
              FROM attendance AS a
              JOIN outing AS o ON o.id = a.outing_id
              LEFT JOIN message_reader AS r ON r.outing_id = a.outing_id AND r.person_id = a.person_id
             CROSS JOIN LATERAL (
                   SELECT count(*) AS count, max(m.at) AS newest
                     FROM (SELECT at
                             FROM message
                            WHERE outing_id = a.outing_id
                              AND rev > coalesce(r.read_rev, 0)
                              AND at >= a.created_at
                              AND author_id IS DISTINCT FROM a.person_id
                              AND deleted_at IS NULL
                              AND NOT are_blocked(author_id, a.person_id)
                            LIMIT \(MessageLimits.unreadCounted)) AS m) AS unread
             WHERE a.person_id = \(person) AND unread.count > 0
             ORDER BY unread.newest DESC, o.id
             LIMIT \(MessageLimits.unreadListed)
            """
        ) { row throws(PostgresError) in
            let outing = OutingReference(id: try row.next(), title: try row.next())
            return UnreadMessages(outing: outing, unread: try row.next())
        }
    }
}

extension Query where Row == Int {
    /// Counts how many of `people` are on the list.
    static func attendeeCount(_ people: [PersonID], of outing: OutingID) -> Self {
        Query(
            "messages.list_mentionable_people",
            "SELECT count(*) FROM attendance WHERE outing_id = \(outing) AND person_id = ANY (\(people))")
    }
}

/// The current text of a message.
@Row
package struct MessageText: PostgresRow {
    package let id: OutingMessageID
    package let text: String
}

extension Query where Row == MessageText {
    /// Returns the texts of messages for notifications, without deleted messages.
    package static func texts(of messages: [OutingMessageID]) -> Self {
        Query(
            "messages.read_texts",
            "SELECT id, text FROM message WHERE id = ANY (\(messages)) AND deleted_at IS NULL")
    }
}

extension Command {
    static func insert(
        _ id: OutingMessageID, _ message: MessageInput, of outing: OutingID, rev: Int, by author: PersonID
    ) -> Self {
        Command(
            "messages.insert_message",
            """
            INSERT INTO message (outing_id, id, rev, author_id, text, mentions)
            VALUES (\(outing), \(id), \(rev), \(author), \(message.text), \(message.mentions))
            """)
    }

    static func insert(
        _ id: OutingMessageID, _ text: String, of outing: OutingID, rev: Int, from venue: RestaurantID
    ) -> Self {
        Command(
            "messages.insert_venue_message",
            """
            INSERT INTO message (outing_id, id, rev, venue_id, text)
            VALUES (\(outing), \(id), \(rev), \(venue), \(text))
            """)
    }

    static func update(_ id: OutingMessageID, of outing: OutingID, to message: MessageInput) -> Self {
        Command(
            "messages.edit_message",
            """
            UPDATE message
               SET text = \(message.text), mentions = \(message.mentions), edited_at = now()
             WHERE outing_id = \(outing) AND id = \(id)
            """)
    }

    static func delete(_ id: OutingMessageID, of outing: OutingID) -> Self {
        Command(
            "messages.delete_message",
            """
            UPDATE message
               SET text = NULL, mentions = '{}', deleted_at = now()
             WHERE outing_id = \(outing) AND id = \(id)
            """)
    }

    /// Records that a person has read up to `rev`. The position only ever moves forward.
    static func markRead(_ outing: OutingID, by person: PersonID, upTo rev: Int) -> Self {
        Command(
            "messages.mark_read",
            """
            INSERT INTO message_reader AS r (outing_id, person_id, read_rev)
            VALUES (\(outing), \(person), \(rev))
                ON CONFLICT (outing_id, person_id) DO UPDATE
               SET read_rev = excluded.read_rev
             WHERE r.read_rev < excluded.read_rev
            """)
    }

    static func mute(_ outing: OutingID, for person: PersonID, _ muted: Bool) -> Self {
        Command(
            "messages.mute_outing",
            """
            INSERT INTO message_reader (outing_id, person_id, muted)
            VALUES (\(outing), \(person), \(muted))
                ON CONFLICT (outing_id, person_id) DO UPDATE SET muted = excluded.muted
            """)
    }
}
