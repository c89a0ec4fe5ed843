import Foundation

/// A numbered SQL file, `NNNN_name.sql`.
struct MigrationFile: Sendable {
    let number: Int
    let name: String
    let script: String

    /// A file with this first line runs outside a transaction. It must hold a single statement that can be
    /// repeated, because a failure half-way is not rolled back.
    private static let outsideTransaction = "-- noonish: no-transaction"

    var runsInTransaction: Bool {
        script.prefix { !$0.isNewline }.trimmingCharacters(in: .whitespaces) != Self.outsideTransaction
    }

    /// Returns every `*.sql` file of a folder, ordered by number.
    ///
    /// - Throws: ``PostgresError/migration(_:)`` when the folder cannot be read or has no migration, a file
    ///   name is malformed, or two files have the same number.
    static func all(in folder: String) throws(PostgresError) -> [MigrationFile] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .migration("the migrations in \(folder) cannot be read: \(error.localizedDescription)")
        }
        var files: [MigrationFile] = []
        for name in names.sorted() where name.hasSuffix(".sql") {
            let file = try MigrationFile(named: name, in: folder)
            if let last = files.last, last.number == file.number {
                throw .migration("\(last.name) and \(name) have the same number; renumber the newer one")
            }
            files.append(file)
        }
        guard !files.isEmpty else { throw .migration("there are no migrations in \(folder)") }
        return files
    }

    private init(named name: String, in folder: String) throws(PostgresError) {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard digits.count == 4, let number = Int(digits), name.dropFirst(4).hasPrefix("_") else {
            throw .migration(
                "\(name) is not a valid migration name; use NNNN_name.sql, such as 0012_tables.sql")
        }
        guard let script = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
            throw .migration("\(name) cannot be read as UTF-8 text")
        }
        self.number = number
        self.name = name
        self.script = script
    }
}
