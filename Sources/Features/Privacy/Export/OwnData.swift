package import NoonishAPI
package import Postgres

/// What one feature keeps of people: handed over to them, and forgotten when they ask.
///
/// Rows of a table that cascades from `person` are forgotten without anybody's doing; a feature sees to what it shares
/// with others, where the person's place stays and they do not.
package protocol OwnData: Sendable {
    /// Everything of `person`, and of what they share with others only what is their own.
    func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile]

    /// Leaves of `person` nothing but their id where others were there too. Safe to do twice.
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
    /// A file with what a query makes of one person: one row, one document.
    package func file(_ name: String, _ query: Query<JSONDocument>) async throws -> ExportFile {
        ExportFile(name, Array(try await one(query).text.utf8))
    }
}

/// JSON that the database wrote, in lines for people to read.
package struct JSONDocument: PostgresRow {
    package let text: String

    package init(row: inout RowReader) throws(PostgresError) { text = try row.next() }
}
