import Foundation

/// The contents of the table `schema_migration`.
struct MigrationHistory {
    private struct Entry {
        let checksum: String
        let appliedAt: Date
    }

    private let entries: [String: Entry]

    static func create(_ connection: BlockingConnection) throws(PostgresError) {
        try connection.run(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                name       text        PRIMARY KEY,
                checksum   text        NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            COMMENT ON TABLE schema_migration IS 'Files of sql/migrations that are applied, with the SHA-256 of each';
            """, named: "schema_migration.create")
    }

    /// Reads the table; the result is empty if the table does not exist yet.
    init(_ connection: BlockingConnection) throws(PostgresError) {
        let exists = try connection.run(
            "SELECT to_regclass('schema_migration') IS NOT NULL", named: "schema_migration.exists")
        guard exists.first?.first == "t" else {
            entries = [:]
            return
        }
        let rows = try connection.run(
            "SELECT name, checksum, extract(epoch FROM applied_at) FROM schema_migration",
            named: "schema_migration.all")
        var entries: [String: Entry] = [:]
        for row in rows {
            guard let name = row[0], let checksum = row[1], let seconds = row[2].flatMap(Double.init) else {
                continue
            }
            entries[name] = Entry(checksum: checksum, appliedAt: Date(timeIntervalSince1970: seconds))
        }
        self.entries = entries
    }

    static func add(_ file: MigrationFile, _ connection: BlockingConnection) throws(PostgresError) {
        try connection.run(
            """
            INSERT INTO schema_migration (name, checksum)
                 VALUES ($1, encode(sha256(convert_to($2, 'UTF8')), 'hex'))
            """, [file.name, file.script], named: "schema_migration.add")
    }

    func state(
        of file: MigrationFile, _ connection: BlockingConnection
    ) throws(PostgresError) -> Migrator.Status.State {
        guard let entry = entries[file.name] else { return .pending }
        let checksum = try connection.run(
            "SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex')", [file.script],
            named: "schema_migration.checksum"
        ).first?.first
        return checksum == entry.checksum ? .applied(entry.appliedAt) : .edited(entry.appliedAt)
    }

    /// Returns the files that have not been applied.
    ///
    /// - Throws: ``PostgresError/migration(_:)`` when an applied file was edited, or a new file comes before
    ///   an applied one.
    func pending(
        _ files: [MigrationFile], _ connection: BlockingConnection
    ) throws(PostgresError) -> [MigrationFile] {
        var pending: [MigrationFile] = []
        for file in files {
            switch try state(of: file, connection) {
            case .pending:
                pending.append(file)
            case .edited:
                throw .migration("\(file.name) was edited after it was applied; write a new file instead")
            case .applied:
                guard let first = pending.first else { continue }
                throw .migration(
                    "\(first.name) comes before \(file.name), which is applied already; give it a higher number"
                )
            }
        }
        return pending
    }
}
