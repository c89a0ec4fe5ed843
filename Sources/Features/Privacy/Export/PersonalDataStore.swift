package import NoonishAPI
package import Postgres

/// The data that one feature stores about people, with its export and erasure.
///
/// Rows that cascade from `person` need no code. The feature handles data shared with other people, where the
/// person's entry stays but no longer identifies them.
package protocol PersonalDataStore: Sendable {
    /// Exports the data about `person`. Of data shared with others, only the person's own part.
    func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile]

    /// Erases the data about `person`, except their ID in data shared with others. Must be idempotent.
    func erase(_ person: PersonID, in transaction: Transaction) async throws
}

/// A file of an export.
package struct ExportFile: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]

    package init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension Transaction {
    /// Creates a file from a query that returns one JSON document.
    package func file(_ name: String, _ query: Query<JSONDocument>) async throws -> ExportFile {
        ExportFile(name, Array(try await one(query).text.utf8))
    }
}

/// A JSON document formatted by the database for readability.
@Row
package struct JSONDocument: PostgresRow {
    package let text: String
}
