public import Foundation
public import Logging

/// Migrates a database to the newest version in a folder of migrations. There are no down migrations: a
/// mistake is corrected by the next file.
///
/// Applied files are recorded in the table `schema_migration`. Several migrators may run at once: each waits
/// for the one before it.
public struct Migrator: Sendable {
    private let configuration: PostgresConfiguration
    private let folder: String
    private let logger: Logger

    /// Key of the advisory lock: "noonish" in ASCII.
    private static let lockKey = "31084771822629736"

    /// How long to wait for another migrator, and how often to try.
    private static let patience = Duration.seconds(120)
    private static let pause: TimeInterval = 0.1

    /// Creates a migrator.
    ///
    /// - Parameters:
    ///   - configuration: Its login must be allowed to change the schema; its role is not used. Its
    ///     ``PostgresConfiguration/lockTimeout`` limits how long a file may block other sessions while it
    ///     waits for a table lock.
    ///   - folder: A folder with files `NNNN_name.sql`.
    ///   - logger: Logs each applied file.
    public init(_ configuration: PostgresConfiguration, folder: String, logger: Logger) {
        self.configuration = configuration
        self.folder = folder
        self.logger = logger
    }

    /// Applies every file that has not been applied yet, in order, each in a transaction of its own.
    ///
    /// - Returns: The names of the files it applied.
    /// - Throws: ``PostgresError/server(_:)`` with file and line when a file fails; that file is rolled back,
    ///   earlier ones stay applied. ``PostgresError/migration(_:)`` when an applied file was edited, or a new
    ///   file comes before an applied one.
    @discardableResult
    public func apply() async throws(PostgresError) -> [String] {
        let files = try MigrationFile.all(in: folder)
        return try await withConnection { [logger] connection throws(PostgresError) in
            try Self.acquireLock(connection)
            try MigrationHistory.create(connection)
            let history = try MigrationHistory(connection)
            let pending = try history.pending(files, connection)
            for file in pending {
                try Self.apply(file, connection)
                logger.notice("migration applied", metadata: ["file": "\(file.name)"])
            }
            return pending.map(\.name)
        }
    }

    /// Returns every file of the folder and when it was applied. Changes nothing and does not wait for other
    /// migrators.
    public func status() async throws(PostgresError) -> [Status] {
        let files = try MigrationFile.all(in: folder)
        return try await withConnection { connection throws(PostgresError) in
            let history = try MigrationHistory(connection)
            return try files.map { file throws(PostgresError) in
                Status(name: file.name, state: try history.state(of: file, connection))
            }
        }
    }

    /// The status of one file.
    public struct Status: Hashable, Sendable {
        public enum State: Hashable, Sendable {
            case pending
            case applied(Date)
            /// The file was edited after it was applied.
            case edited(Date)
        }

        public let name: String
        public let state: State
    }
}

extension Migrator {
    private func withConnection<Value: Sendable>(
        _ body: @escaping @Sendable (BlockingConnection) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        var configuration = configuration
        configuration.role = nil
        let connection = DedicatedConnection(
            configuration.connection(statementTimeout: .zero), connectTimeout: configuration.connectTimeout,
            logger: logger)
        let result: Result<Value, PostgresError>
        do throws(PostgresError) {
            result = .success(try await connection.perform(body))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        return try result.get()
    }

    /// Waits without a transaction: `CREATE INDEX CONCURRENTLY` waits for all that are open, so a statement that
    /// waits for the lock and the index would wait for each other.
    private static func acquireLock(_ connection: BlockingConnection) throws(PostgresError) {
        let deadline = ContinuousClock.now + patience
        let statement = "SELECT pg_try_advisory_lock(\(lockKey)::bigint)"
        while try connection.run(statement, named: "migrator").first?.first != "t" {
            guard ContinuousClock.now < deadline else {
                throw .migration(
                    "another migration has been running for \(patience); find it, then try again")
            }
            Thread.sleep(forTimeInterval: pause)
        }
    }

    private static func apply(_ file: MigrationFile, _ connection: BlockingConnection) throws(PostgresError) {
        guard file.runsInTransaction else {
            try dropInvalidIndexes(of: file, connection)
            try connection.run(file.script, named: file.name)
            return try MigrationHistory.add(file, connection)
        }
        try connection.run("BEGIN", named: file.name)
        do throws(PostgresError) {
            try connection.run(file.script, named: file.name)
            guard connection.isInTransaction else {
                throw .migration(
                    "\(file.name) ends its own transaction; leave COMMIT and ROLLBACK to the migrator")
            }
            try MigrationHistory.add(file, connection)
            try connection.commit(named: file.name)
        } catch {
            _ = try? connection.run("ROLLBACK", named: file.name)
            throw error
        }
    }

    /// Drops what an earlier `CREATE INDEX CONCURRENTLY` of this file left when it failed: an index that no query
    /// uses, but that `IF NOT EXISTS` would take for the one to create.
    private static func dropInvalidIndexes(
        of file: MigrationFile, _ connection: BlockingConnection
    ) throws(PostgresError) {
        let rows = try connection.run(
            """
            SELECT format('%I', c.relname)
              FROM pg_index AS i
              JOIN pg_class AS c ON c.oid = i.indexrelid
             WHERE NOT i.indisvalid AND pg_table_is_visible(c.oid) AND strpos($1, c.relname) > 0
            """, [file.script], named: "migrator.list_invalid_indexes")
        for case let name? in rows.map(\.[0]) {
            try connection.run("DROP INDEX CONCURRENTLY \(name)", named: file.name)
        }
    }
}
