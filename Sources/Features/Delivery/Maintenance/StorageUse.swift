package import NoonishAPI
package import Postgres

/// What one person has stored, for operators.
@Row
package struct StorageUse: PostgresRow, Hashable {
    package let person: PersonID
    /// The size after compression by PostgreSQL, without indexes.
    package let bytes: Int
    package let rows: Int
}

extension Query where Row == StorageUse {
    /// Returns the people who have stored most, by bytes, in the tables that grow with what people do. Responses for
    /// an `Idempotency-Key` do not count: the worker may not read them, and they are deleted after two days. Menus with their
    /// pictures, and logos, count as stored by the first owner of the venue; of branches that share a menu, of one of them.
    ///
    /// It reads these tables, but not their long texts: some seconds for millions of rows.
    package static func largestStorage(_ people: Int) -> Self {
        Query(
            "delivery.list_largest_storage", on: .stale,
            """
            WITH owner AS (
                 SELECT DISTINCT ON (restaurant_id) restaurant_id, person_id
                   FROM venue_person
                  WHERE role = 'owner'
                  ORDER BY restaurant_id, since, person_id
                 ), menu_owner AS (
                 SELECT DISTINCT ON (b.menu_id) b.menu_id, o.person_id
                   FROM menu_branch AS b
                   JOIN owner AS o USING (restaurant_id)
                  ORDER BY b.menu_id, b.restaurant_id
                 ), stored (person_id, content) AS (
                 SELECT host_id, pg_column_size(note) FROM outing
                  UNION ALL
                 SELECT host_id, pg_column_size(note) FROM series
                  UNION ALL
                 SELECT actor_id, pg_column_size(patch) FROM outing_change WHERE actor_id IS NOT NULL
                  UNION ALL
                 SELECT coalesce(set_by_id, person_id), pg_column_size(note) FROM attendance
                  UNION ALL
                 SELECT invited_by, 0 FROM invitation
                  UNION ALL
                 SELECT created_by, 0 FROM outing_link
                  UNION ALL
                 SELECT coalesce(m.author_id, o.person_id), pg_column_size(m.text)
                   FROM message AS m
                   LEFT JOIN owner AS o ON o.restaurant_id = m.venue_id
                  WHERE num_nonnulls(m.author_id, o.person_id) > 0
                  UNION ALL
                 SELECT author_id, pg_column_size(content) FROM suggestion
                  UNION ALL
                 SELECT person_id, pg_column_size(small) + pg_column_size(large) FROM profile_picture
                  UNION ALL
                 SELECT coordinator_id, coalesce(pg_column_size(note), 0) + coalesce(pg_column_size(address), 0) FROM group_order
                  UNION ALL
                 SELECT coalesce(set_by_id, person_id),
                        pg_column_size(name) + coalesce(pg_column_size(options), 0) + coalesce(pg_column_size(note), 0)
                          + coalesce(pg_column_size(pick), 0)
                   FROM order_line
                  UNION ALL
                 SELECT actor_id, pg_column_size(patch) FROM order_event WHERE actor_id IS NOT NULL
                  UNION ALL
                 SELECT v.made_by, (SELECT sum(\(StorageLimits.rowBytes) + coalesce(pg_column_size(c.label), 0))
                                      FROM bill_charge AS c
                                     WHERE c.outing_id = v.outing_id AND c.bill_id = v.bill_id AND c.version = v.version)
                   FROM bill_version AS v
                  WHERE v.made_by IS NOT NULL
                  UNION ALL
                 SELECT recorded_by, 0 FROM bill_payment WHERE recorded_by IS NOT NULL
                  UNION ALL
                 SELECT actor_id, 0 FROM ledger_entry WHERE actor_id IS NOT NULL
                  UNION ALL
                 SELECT actor_id, coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)
                   FROM venue_change
                  WHERE actor_id IS NOT NULL
                  UNION ALL
                 SELECT actor_id, pg_column_size(note) FROM stock_move WHERE actor_id IS NOT NULL
                  UNION ALL
                 SELECT s.made_by, (SELECT sum(\(StorageLimits.rowBytes) + coalesce(pg_column_size(l.name), 0)
                                                 + coalesce(pg_column_size(l.options), 0))
                                      FROM sale_line AS l
                                     WHERE l.restaurant_id = s.restaurant_id AND l.day = s.day AND l.sale_id = s.id)
                   FROM sale AS s
                  WHERE s.made_by IS NOT NULL
                  UNION ALL
                 SELECT o.person_id, pg_column_size(m.draft) FROM menu AS m JOIN menu_owner AS o ON o.menu_id = m.id
                  UNION ALL
                 SELECT o.person_id, pg_column_size(p.small) + pg_column_size(p.large)
                   FROM menu_picture AS p
                   JOIN menu_owner AS o USING (menu_id)
                  UNION ALL
                 SELECT o.person_id, pg_column_size(l.small) + pg_column_size(l.large)
                   FROM restaurant_logo AS l
                   JOIN owner AS o USING (restaurant_id)
                  UNION ALL
                 SELECT o.person_id, pg_column_size(v.body) FROM menu_version AS v JOIN owner AS o USING (restaurant_id)
                 )
            SELECT person_id, sum(\(StorageLimits.rowBytes) + coalesce(content, 0))::bigint, count(*)
              FROM stored
             GROUP BY person_id
             ORDER BY 2 DESC, person_id
             LIMIT \(people)
            """)
    }
}

/// Measuring what people store.
package enum StorageLimits {
    /// What a row takes besides its long texts: its head, ids and times.
    static let rowBytes = 200
    /// People who are shown.
    package static let people = 3
    /// More than this by one person deserves a look: ten times what the default limits allow in a day.
    package static let remarkableBytes = 1_000_000_000
    package static let timeout = Duration.seconds(60)
    static let interval = Duration.seconds(3_600)
}
