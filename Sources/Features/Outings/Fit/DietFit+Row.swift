public import NoonishAPI
public import Postgres

/// The columns of the function `diet_fit` after its ids.
extension DietFit: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let fits: Int? = try row.next()
        let people: Int? = try row.next()
        let unknown: Int? = try row.next()
        guard let fits, let people, let unknown else { return nil }
        self.init(fits: fits, of: people, unknown: unknown)
    }
}

/// The columns of the function `starting_point_counts` after its ids.
extension SharedOriginCount: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let count: Int? = try row.next()
        let isMine: Bool? = try row.next()
        guard let count else { return nil }
        self.init(count: count, isMine: isMine ?? false)
    }
}

/// The columns of the function `diet_counts`.
extension DietCounts.Need: PostgresRow {
    public init(row: inout RowReader) throws(PostgresError) {
        self.init(need: try row.next(), people: try row.next())
    }
}
