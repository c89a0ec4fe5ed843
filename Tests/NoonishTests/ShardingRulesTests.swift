import Postgres
import TestSupport
import Testing

/// The schema could be distributed by outing, as Citus does: what belongs to an outing is found and kept consistent without
/// any other outing's rows. Nothing is distributed today; these rules keep it possible. See docs/scaling.md.
@Suite struct ShardingRulesTests {
    /// Unique keys of tables with an `outing_id` that do not begin with it, and what each would become.
    private static let keys = [
        "invitation_token_pkey": "a link is opened by its token alone: a table of its own, by token",
        "invitation_token_unique": "the same",
        "outing_link_token_unique": "the same",
        "outbox_pkey": "a queue is drained in the order of its numbers, in each shard",
        "delivery_pkey": "a watch belongs to one outing, which becomes the first column",
        "dead_letter_pkey": "the same",
        "message_id_once": "the id is random: unique in each outing is enough",
        "inbox_pkey": "belongs to its reader: by person",
        "stock_move_pkey": "belongs to the restaurant: by restaurant",
        "sale_pkey": "the same",
        "sale_once_a_day": "the same",
        "group_order_number": "the number that a restaurant calls: handed out in a table by restaurant",
        "ledger_entry_pkey": "a book is an outing's or a restaurant's: by book",
        "ledger_entry_reversed_once": "the same",
        "checkout_pkey": "the provider names a checkout by its id alone: a table of its own, by id",
        "checkout_session_once": "the session is the provider's, and unique there",
    ]

    /// Tables that every shard has a copy of: small, or hardly ever written.
    private static let references: Set = ["person", "restaurant", "delivery_channel"]

    /// Foreign keys from an outing's tables to what is neither its own nor in ``references``, and what each would become.
    private static let foreignKeys = [
        "outing_series_id_fkey": "checked when an outing is made, and set to null when a series is erased",
        "order_line_of_menu_version": "checked when the line is written; published versions stay",
        "stock_move_of_stock": "both belong to the restaurant",
        "sale_of_customer": "the same",
        "ledger_entry_reverses_entry": "both belong to the book",
    ]

    @Test func `the unique keys of an outing's tables begin with the outing`() async throws {
        let found = try await withDatabase { database in
            try await database.run(
                script: """
                    SELECT i.relname
                      FROM pg_index AS x
                      JOIN pg_class AS i ON i.oid = x.indexrelid
                      JOIN pg_attribute AS a ON a.attrelid = x.indrelid AND a.attname = 'outing_id'
                      JOIN pg_class AS t ON t.oid = x.indrelid AND t.relkind IN ('r', 'p')
                     WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique AND x.indkey[0] <> a.attnum
                    """)
        }

        #expect(Set(found.compactMap { $0.first ?? nil }) == Set(Self.keys.keys))
    }

    @Test func `the foreign keys of an outing's tables stay with the outing`() async throws {
        let found = try await withDatabase { database in
            try await database.run(
                script: """
                    WITH own AS (
                         SELECT c.oid, a.attnum
                           FROM pg_class AS c
                           JOIN pg_attribute AS a ON a.attrelid = c.oid
                                AND a.attname = CASE c.relname WHEN 'outing' THEN 'id' ELSE 'outing_id' END
                          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p'))
                    SELECT f.conname, f.confrelid::regclass::text
                      FROM pg_constraint AS f
                      JOIN own AS source ON source.oid = f.conrelid
                      LEFT JOIN own AS target ON target.oid = f.confrelid
                     WHERE f.contype = 'f' AND f.conparentid = 0
                       AND (target.oid IS NULL
                            OR array_position(f.conkey, source.attnum) IS NULL
                            OR array_position(f.conkey, source.attnum)
                               IS DISTINCT FROM array_position(f.confkey, target.attnum))
                    """)
        }
        let others = found.filter { !Self.references.contains($0[1] ?? "") }

        #expect(Set(others.compactMap { $0.first ?? nil }) == Set(Self.foreignKeys.keys))
    }

    /// Under distribution this index would be a table by person; `attendance` already has all that a list sorts and filters by.
    @Test func `the outings of a person are found without reading outings`() async throws {
        let columns = try await withDatabase { database in
            try await database.run(
                script: """
                    SELECT pg_get_indexdef(i.indexrelid)
                      FROM pg_index AS i
                     WHERE i.indexrelid = 'attendance_person_idx'::regclass
                    UNION ALL
                    SELECT attname FROM pg_attribute
                     WHERE attrelid = 'attendance'::regclass AND attname IN ('starts_at', 'over_at', 'is_cancelled')
                    """
            ).compactMap { $0.first ?? nil }
        }

        #expect(columns.contains { $0.hasSuffix("(person_id, over_at)") })
        #expect(columns.count == 4)
    }
}
