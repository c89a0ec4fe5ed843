import Foundation
import Postgres

/// What the part of an outing that all its readers share was made of. The shared parts of two rows with equal versions are
/// equal, at times within one stage; see docs/performance.md, "The cache of lists".
///
/// In its columns, `o` is the outing, `h` its host and `r` its restaurant, if it is in the directory.
@Row
struct OutingVersion: PostgresRow, Hashable {
    /// The start of the database server. After a failover, numbers of transactions are assigned anew.
    @Column("pg_postmaster_start_time()") let server: Date
    @Column("o.rev") let rev: Int
    @Column("o.xmin") let outing: RowVersion
    /// Not the version of the host's row, which also changes with their inbox.
    @Column("h.name") let hostName: String
    @Column(
        """
        ARRAY(SELECT c.person_id || p.name
                FROM attendance AS c
                JOIN person AS p ON p.id = c.person_id
               WHERE c.outing_id = o.id AND c.role = 'cohost'
               ORDER BY c.person_id)
        """) let cohosts: [String]
    @Column("r.xmin") let restaurant: RowVersion?
}
