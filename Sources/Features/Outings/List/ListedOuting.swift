import Foundation
import NoonishAPI
import Postgres

/// An outing of a person's list: the person's own part, the sort key, and the version of the rest.
@Row
struct ListedOuting: PostgresRow {
    @Column("o.id") let id: OutingID
    @Column(OutingVersion.self) let version: OutingVersion
    /// The database's clock when the row was read.
    @Column("now()") let now: Date
    @Column(OutingRow.hasAggregatesColumn) let hasAggregates: Bool
    @Column("mine.needs_answer") let needsAnswer: Bool
    @Column("mine.starts") let starts: Double
    @Column(AttendanceRow.columns("mine", of: "mine_person", invitedBy: "asked", picture: "mine_picture.tag"))
    let mine: AttendanceRow
}

extension Query where Row == ListedOuting {
    /// Reads a page of a person's outings: those that need an answer first, then by start; outings without a
    /// time come last, newest first. Past outings are in descending order.
    ///
    /// The page is chosen from attendances alone, which copy the sort key of their outing, and the person is
    /// read once.
    static func outings(_ list: OutingList) -> Self {
        let after = list.cursor
        return Query(
            "outings.list_outings",
            """
            \(statement: .reader(list.person))
            SELECT \(fragment: ListedOuting.columns)
              FROM (SELECT a.*, sort.needs_answer, sort.starts
                      FROM attendance AS a
                     CROSS JOIN LATERAL (
                           SELECT a.status = 'invited' AND NOT a.is_cancelled AND a.over_at > now() AS needs_answer,
                                  coalesce(date_part('epoch', a.starts_at), 'infinity')
                                  * CASE WHEN \(list.over == true) THEN -1 ELSE 1 END AS starts
                           ) AS sort
                     WHERE a.person_id = \(list.person)
                       AND a.over_at > CASE WHEN \(list.over == false) THEN now() ELSE '-infinity' END
                       AND a.over_at <= CASE WHEN \(list.over == true) THEN now() ELSE 'infinity' END
                       AND (\(list.roles)::text[] IS NULL OR a.role = ANY (\(list.roles)))
                       AND (\(list.statuses)::text[] IS NULL OR a.status = ANY (\(list.statuses)))
                       AND (\(after?.id)::uuid IS NULL
                            OR (NOT sort.needs_answer, sort.starts) > (\(after.map { !$0.needsAnswer }), \(after?.starts))
                            OR (NOT sort.needs_answer, sort.starts) = (\(after.map { !$0.needsAnswer }), \(after?.starts))
                               AND a.outing_id < \(after?.id))
                     ORDER BY NOT sort.needs_answer, sort.starts, a.outing_id DESC
                     LIMIT \(list.limit + 1)
                   ) AS mine
              JOIN outing AS o ON o.id = mine.outing_id
              JOIN person AS h ON h.id = o.host_id
             CROSS JOIN reader AS mine_person
             CROSS JOIN reader AS mine_picture
              LEFT JOIN restaurant AS r ON r.id = o.restaurant_id
              LEFT JOIN invitation AS asked ON asked.outing_id = o.id AND asked.person_id = mine.person_id
             WHERE mine.person_id = \(list.person)
             ORDER BY NOT mine.needs_answer, mine.starts, o.id DESC
            """)
    }
}

/// An outing and what else its version is made of, of one snapshot.
@Row
struct VersionedOuting: PostgresRow {
    @Column("r.xmin") private let restaurant: RowVersion?
    @Column(OutingRow.self) let outing: OutingRow

    var version: OutingVersion { OutingVersion(outing, restaurant: restaurant) }
}

extension Query where Row == VersionedOuting {
    /// Reads those of `outings` that `person` is still on the list of, in no particular order.
    static func versionedOutings(_ outings: [OutingID], for person: PersonID) -> Self {
        Query(
            "outings.read_versioned_outings",
            """
            \(statement: .reader(person))
            SELECT \(fragment: VersionedOuting.columns)
              FROM attendance AS mine
              JOIN outing AS o ON o.id = mine.outing_id
              \(fragment: OutingRow.sharedJoins)
             CROSS JOIN reader AS mine_person
             CROSS JOIN reader AS mine_picture
             WHERE mine.outing_id = ANY (\(outings)) AND mine.person_id = \(person)
            """)
    }
}

extension SQL {
    /// The name and the picture of `person`, read once for all rows.
    fileprivate static func reader(_ person: PersonID) -> SQL {
        """
        WITH reader AS MATERIALIZED (
             SELECT p.name, f.tag
               FROM person AS p
               LEFT JOIN profile_picture AS f ON f.person_id = p.id
              WHERE p.id = \(person))
        """
    }
}
