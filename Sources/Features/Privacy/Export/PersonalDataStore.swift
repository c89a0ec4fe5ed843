package import NoonishAPI
package import Postgres

/// The data that one feature stores about people, with its export and erasure.
///
/// Rows that cascade from `person` need no code. The feature handles data shared with other people, where the
/// person's entry stays but no longer identifies them.
package protocol PersonalDataStore: Sendable {
    /// The files of an export by name. Of data shared with others, they have only the person's own part.
    var files: [PersonalFile] { get }

    /// Returns the commands of an erasure, in order.
    func erasure(of person: PersonID) -> [Command]

    /// Exports the data about `person`: ``files``, unless the feature has more.
    func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile]

    /// Erases the data about `person`, except their ID in data shared with others: runs ``erasure(of:)``, unless
    /// the feature does more. Must be idempotent.
    func erase(_ person: PersonID, in transaction: Transaction) async throws
}

/// The name of a file of an export, and the query that returns it.
package typealias PersonalFile = (name: String, document: @Sendable (PersonID) -> Query<JSONDocument>)

extension PersonalDataStore {
    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await exportFiles(of: person, in: transaction)
    }

    /// Exports ``files``.
    package func exportFiles(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        var exported: [ExportFile] = []
        for file in files {
            let document = try await transaction.one(file.document(person))
            exported.append(ExportFile(file.name, Array(document.text.utf8)))
        }
        return exported
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        for command in erasure(of: person) { try await transaction.execute(command) }
    }
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

/// A JSON document formatted by the database for readability.
@Row
package struct JSONDocument: PostgresRow {
    package let text: String
}

extension Query where Row == JSONDocument {
    /// Exports one object.
    ///
    /// - Parameter members: The names and values of its members, in SQL.
    package static func export(_ name: String, object members: SQL) -> Self {
        Query(name, "SELECT jsonb_pretty(jsonb_build_object(\(statement: members)))")
    }

    /// Exports a list of objects.
    ///
    /// - Parameters:
    ///   - members: The names and values of an object's members, in SQL without parameters.
    ///   - rest: What follows the select list: FROM and WHERE.
    package static func export(
        _ name: String, listOf members: SQL, orderedBy order: SQL, _ rest: SQL
    ) -> Self {
        Query(
            name,
            """
            SELECT jsonb_pretty(coalesce(jsonb_agg(jsonb_build_object(\(fragment: members))
                                                   ORDER BY \(fragment: order)), '[]'))
            \(statement: rest)
            """)
    }
}
