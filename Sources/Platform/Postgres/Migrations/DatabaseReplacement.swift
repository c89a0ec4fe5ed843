public import Logging

/// Builds a new database beside an existing one and swaps them when the new one is complete, so that one
/// complete copy exists at all times.
public struct DatabaseReplacement: Sendable {
    /// Configuration of the existing database.
    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let name: String

    /// Configuration of the new database, which is filled between ``create()`` and ``swap()``.
    public let newConfiguration: PostgresConfiguration

    /// Prepares to replace a database.
    ///
    /// - Parameters:
    ///   - configuration: The database to replace. Its login must be allowed to create databases and must own
    ///     this one. The server must have a database `postgres`, from which both are administered.
    ///   - logger: Logs notices of the server.
    /// - Throws: ``PostgresError/connect(_:)`` if the configuration names no database.
    public init(of configuration: PostgresConfiguration, logger: Logger) throws(PostgresError) {
        guard let name = configuration.parameter("dbname") else {
            throw .connect("the address has no database name")
        }
        var configuration = configuration
        configuration.role = nil
        self.configuration = configuration
        self.logger = logger
        self.name = name
        newConfiguration = configuration.withDatabase("\(name)_restored")
    }

    private var newName: String { "\(name)_restored" }
    private var oldName: String { "\(name)_replaced" }

    /// Returns the number of other clients connected to the existing database. It must be zero before
    /// ``swap()``.
    public func countOtherClients() async throws(PostgresError) -> Int {
        let rows = try await administer(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = \(Self.literal(name)) AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
        return rows.first?.first.flatMap { $0 }.flatMap(Int.init) ?? 0
    }

    /// Creates the new, empty database and drops one left by an earlier attempt.
    public func create() async throws(PostgresError) {
        let rows = try await administer(
            """
            SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database
             WHERE datname = \(Self.literal(name))
            """)
        guard let row = rows.first, let encoding = row[0], let collation = row[1], let type = row[2] else {
            throw .connect("database \(name) does not exist")
        }
        try await discard()
        try await administer(
            """
            CREATE DATABASE \(Self.quoted(newName)) TEMPLATE template0 ENCODING \(Self.literal(encoding)) \
            LC_COLLATE \(Self.literal(collation)) LC_CTYPE \(Self.literal(type))
            """)
    }

    /// Drops the new database.
    public func discard() async throws(PostgresError) {
        try await administer("DROP DATABASE IF EXISTS \(Self.quoted(newName)) WITH (FORCE)")
    }

    /// Renames the new database to the name of the old one, and drops the old one.
    public func swap() async throws(PostgresError) {
        // Filling it may have changed its owner.
        try await administer("ALTER DATABASE \(Self.quoted(newName)) OWNER TO CURRENT_USER")
        try await administer("DROP DATABASE IF EXISTS \(Self.quoted(oldName)) WITH (FORCE)")
        try await administer("ALTER DATABASE \(Self.quoted(name)) RENAME TO \(Self.quoted(oldName))")
        do throws(PostgresError) {
            try await administer("ALTER DATABASE \(Self.quoted(newName)) RENAME TO \(Self.quoted(name))")
        } catch {
            try await administer("ALTER DATABASE \(Self.quoted(oldName)) RENAME TO \(Self.quoted(name))")
            throw error
        }
        try await administer("DROP DATABASE \(Self.quoted(oldName))")
    }

    /// Runs one statement from a third database: databases cannot be created in a transaction, or renamed
    /// while connected to them.
    @discardableResult
    private func administer(_ statement: String) async throws(PostgresError) -> [[String?]] {
        let client = PostgresClient(configuration.withDatabase("postgres"), logger: logger)
        let result: Result<[[String?]], PostgresError>
        do throws(PostgresError) {
            result = .success(try await client.run(script: statement, named: "replacement"))
        } catch {
            result = .failure(error)
        }
        await client.stop()
        return try result.get()
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    private static func literal(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }
}
