public import NoonishAPI
public import Postgres

/// The columns `id` and `name`.
extension Person: PostgresJoinedRow {
    public init?(joined row: inout RowReader) throws(PostgresError) {
        let id: PersonID? = try row.next()
        let name: String? = try row.next()
        guard let id, let name else { return nil }
        self.init(id: id, name: name)
    }
}

extension RowReader {
    /// Reads two columns: the ids of people, and their names in the same order.
    package mutating func next() throws(PostgresError) -> [Person] {
        let ids: [PersonID] = try next()
        let names: [String] = try next()
        return zip(ids, names).map { Person(id: $0, name: $1) }
    }
}
