import NoonishAPI
import Postgres

/// What the part of an outing that all its readers share was made of. The shared parts of two rows with equal versions are
/// equal, at times within one stage; see docs/performance.md, "The cache of lists".
///
/// In its columns, `o` is the outing, `h` its host and `r` its restaurant, if it is in the directory.
@Row
struct OutingVersion: PostgresRow, Hashable {
    @Column("o.rev") let rev: Int
    @Column(OutingRow.Stamp.self) let outing: OutingRow.Stamp
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

extension OutingVersion {
    init(_ row: OutingRow, restaurant: RowVersion?) {
        rev = row.rev
        outing = row.stamp
        hostName = row.hostName
        cohosts = row.cohosts.map { "\($0.id)\($0.name)" }
        self.restaurant = restaurant
    }
}
