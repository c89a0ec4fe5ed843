import Foundation
package import Logging
package import Postgres

/// Runs `test` with a database of its own, migrated to the newest of `sql/migrations`, and drops it afterwards.
///
/// The database is a clone of a template that is made once for each state of the migrations.
///
/// - Parameters:
///   - role: Role to act as, such as `noonish_app`; `nil` for the superuser of the tests.
///   - configure: Changes how the client is set up.
package func withDatabase<Value>(
    role: String? = nil, configure: (inout PostgresConfiguration) -> Void = { _ in },
    _ test: (PostgresClient) async throws -> Value
) async throws -> Value {
    let template = try await TestServer.shared.template()
    return try await TestServer.shared.withDatabase(
        from: template, role,
        {
            $0.outlastsABusyMachine()
            configure(&$0)
        }, test)
}

extension PostgresConfiguration {
    /// Tests judge what happens, not how fast: several run at a time, on machines that do other work too.
    fileprivate mutating func outlastsABusyMachine() {
        timeout = .seconds(60)
        statementTimeouts.write = .seconds(60)
        statementTimeouts.leased = .seconds(60)
        lockTimeout = .seconds(30)
        idleInTransactionTimeout = .seconds(60)
    }
}

/// The same with an empty database.
package func withEmptyDatabase<Value>(
    configure: (inout PostgresConfiguration) -> Void = { _ in },
    _ test: (PostgresClient) async throws -> Value
) async throws -> Value {
    try await TestServer.shared.withDatabase(from: "template0", nil, configure, test)
}

/// The server at `NOONISH_TEST_DATABASE_URL`, on which every test has its own database.
package actor TestServer {
    package static let shared = TestServer()

    /// The folder of the migrations.
    package static let migrations = Repository.path("sql/migrations")

    /// Databases at a time, so that tests in parallel do not use up the server's connections.
    private static let width = 6

    /// A database of a run that was killed is dropped by a later run when it is this old.
    static let staleAfter = Duration.seconds(3_600)

    private let turns = Turns(width)
    private var templateTask: Task<String, any Error>?

    /// Name of the template with every migration applied; made by the first test that needs it.
    package func template() async throws -> String {
        if let templateTask { return try await templateTask.value }
        let task = Task { try await Self.makeTemplate() }
        templateTask = task
        return try await task.value
    }

    nonisolated(nonsending) func withDatabase<Value>(
        from template: String, _ role: String?, _ configure: (inout PostgresConfiguration) -> Void,
        _ test: (PostgresClient) async throws -> Value
    ) async throws -> Value {
        await turns.take()
        defer { turns.give() }
        let name =
            "noonish_test_\(Int(Date().timeIntervalSince1970))_\(UUID().uuidString.lowercased().prefix(8))"
        try await Self.administer("CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY file_copy")
        var configuration = try Self.configuration().withDatabase(name)
        configuration.role = role
        configuration.connections = .init(read: 1, write: 2, slow: 1, leased: 3)
        configure(&configuration)
        let result: Result<Value, any Error>
        do {
            result = .success(try await PostgresClient.withClient(configuration, logger: .forTests, test))
        } catch {
            result = .failure(error)
        }
        try await Self.administer("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        return try result.get()
    }

    /// The configuration of a superuser's client.
    package static func configuration() throws -> PostgresConfiguration {
        guard let url = ProcessInfo.processInfo.environment["NOONISH_TEST_DATABASE_URL"] else {
            throw TestServerMissing()
        }
        return try PostgresConfiguration(url)
    }

    /// One keyword of the server's connection string.
    package static func parameter(_ keyword: String) throws -> String? {
        try configuration().parameter(keyword)
    }

    /// Runs a script on the server's own database. Heeds no cancellation, so that what was made is dropped.
    package static func administer(_ script: String) async throws {
        let configuration = try configuration()
        try await Task {
            _ = try await PostgresClient.withClient(configuration, logger: .forTests) {
                try await $0.run(script: script, named: "test server")
            }
        }.value
    }
}

/// No test server is configured.
struct TestServerMissing: Error, CustomStringConvertible {
    let description =
        "NOONISH_TEST_DATABASE_URL is not set; run the tests by script/test, or name a server there"
}

extension Logger {
    package static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    /// Logs errors only.
    package static var forTests: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .error
        return logger
    }
}
