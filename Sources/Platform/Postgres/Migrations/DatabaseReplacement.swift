public import Logging

/// A database that is made beside another one and takes its place when it is whole, so that there is always one of the two.
public struct DatabaseReplacement: Sendable {
    /// Of the database that is there.
    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let name: String

    /// The new one, to be filled between ``make()`` and ``takePlace()``.
    public let filling: PostgresConfiguration

    /// - Parameter configuration: Its login must be allowed to make databases and own this one. The server has a database
    ///   `postgres`, from which both are seen to.
    public init(of configuration: PostgresConfiguration, logger: Logger) throws(PostgresError) {
        guard let name = configuration.parameter("dbname") else {
            throw .connect("the address names no database")
        }
        var configuration = configuration
        configuration.role = nil
        self.configuration = configuration
        self.logger = logger
        self.name = name
        filling = configuration.withDatabase("\(name)_restored")
    }

    private var newName: String { "\(name)_restored" }
    private var oldName: String { "\(name)_replaced" }

    /// How many others are connected to the database that is there. None may be when it is replaced.
    public func users() async throws(PostgresError) -> Int {
        let rows = try await administer(
            """
            SELECT count(*) FROM pg_stat_activity
             WHERE datname = \(Self.literal(name)) AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
        return rows.first?.first.flatMap { $0 }.flatMap(Int.init) ?? 0
    }

    /// Makes the new one, empty, and drops what an earlier attempt left.
    public func make() async throws(PostgresError) {
        let rows = try await administer(
            """
            SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database
             WHERE datname = \(Self.literal(name))
            """)
        guard let row = rows.first, let encoding = row[0], let collation = row[1], let type = row[2] else {
            throw .connect("there is no database \(name)")
        }
        try await discard()
        try await administer(
            """
            CREATE DATABASE \(Self.quoted(newName)) TEMPLATE template0 ENCODING \(Self.literal(encoding)) \
            LC_COLLATE \(Self.literal(collation)) LC_CTYPE \(Self.literal(type))
            """)
    }

    /// Gives it up.
    public func discard() async throws(PostgresError) {
        try await administer("DROP DATABASE IF EXISTS \(Self.quoted(newName)) WITH (FORCE)")
    }

    /// Puts the new one where the old one was, and drops that.
    public func takePlace() async throws(PostgresError) {
        // Whoever filled it may have made it another's.
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

    /// One statement, from outside of both: databases are not made within transactions, nor renamed from within.
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
