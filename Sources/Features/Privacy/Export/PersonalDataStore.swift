import Initializers
package import NoonishAPI
package import Postgres

/// The data that one feature stores about people, with its export and erasure.
///
/// Rows that cascade from `person` need no code. The feature handles data shared with other people, where the
/// person's entry stays but no longer identifies them.
package protocol PersonalDataStore: Sendable {
    /// The files of an export by name. Of data shared with others, they have only the person's own part.
    var files: [PersonalFile] { get }

    /// Lists the invoices to `person`, which the law requires, so that an erasure leaves them.
    func invoices(to person: PersonID, in database: any Database) async throws -> [InvoiceReference]

    /// Returns the commands of an erasure, in order.
    func erasure(of person: PersonID) -> [Command]

    /// Exports the data about `person`: ``files``, unless the feature has more.
    func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile]

    /// Erases the data about `person`, except their ID in data shared with others: runs ``erasure(of:)``, unless
    /// the feature does more. Must be idempotent.
    func erase(_ person: PersonID, in transaction: Transaction) async throws
}

extension PersonalDataStore {
    package func invoices(
        to person: PersonID, in database: any Database
    ) async throws -> [InvoiceReference] { [] }

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await exportFiles(of: person, in: transaction)
    }

    /// Exports ``files``.
    package func exportFiles(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        var exported: [ExportFile] = []
        for file in files {
            let document = try await transaction.one(file.document(of: person))
            exported.append(ExportFile(file.name, Array(document.text.utf8)))
        }
        return exported
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        for command in erasure(of: person) { try await transaction.execute(command) }
    }
}

/// A file of an export.
@MemberwiseInit(unlabeled: 2)
package struct ExportFile: Hashable, Sendable {
    package let name: String
    package let bytes: [UInt8]
}
