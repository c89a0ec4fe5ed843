import Foundation
import TestSupport
import Testing

@testable import Postgres

/// 20. PgBouncer as it is installed, between the client and a server. Skipped where there is none.
@Suite(.enabled(if: Pooler.program != nil, "apt-get install pgbouncer"), .timeLimit(.minutes(30)))
struct T20PoolerTests {
    @Test func `a pooler that refuses settings says so at once`() async throws {
        try await withPooler("transaction", ignoring: "extra_float_digits") { configuration, _ in
            let error = await failure { () throws(PostgresError) in
                try await configuration.requireSession(logger: .forTests)
            }
            #expect(
                error?.connectReason?.contains("a pooler does not pass settings on") == true,
                "\(error as Any)")
        }
    }

    @Test(arguments: ["session", "transaction"])
    func `a pooler that drops settings is refused`(mode: String) async throws {
        try await withPooler(mode, ignoring: "options") { configuration, _ in
            let error = await failure { () throws(PostgresError) in
                try await configuration.requireSession(logger: .forTests)
            }
            #expect(
                error?.connectReason?.contains("drops the role and the settings") == true, "\(error as Any)")
        }
    }

    /// The settings are there, because the login has them by itself.
    @Test func `a pooler in transaction mode is refused, in session mode it is not`() async throws {
        for mode in ["transaction", "session"] {
            try await withPooler(mode, ignoring: "options") { configuration, server in
                try await server.run(statements: "ALTER ROLE postgres SET statement_timeout = '61803ms'")
                let error = await failure { () throws(PostgresError) in
                    try await configuration.requireSession(logger: .forTests)
                }
                if mode == "transaction" {
                    #expect(error?.connectReason?.contains("use session mode") == true, "\(error as Any)")
                } else {
                    #expect(error == nil)
                }
            }
        }
    }

    /// Runs `test` with a server and the configuration of its pooler.
    private func withPooler(
        _ mode: String, ignoring parameters: String,
        _ test: (PostgresConfiguration, TestCluster) async throws -> Void
    ) async throws {
        try await TestCluster.with { server in
            let pooler = Pooler(mode: mode, ignoredParameters: parameters, server: server)
            try await pooler.start()
            let result: Result<Void, any Error>
            do {
                let address = "host=\(server.folderPath) port=\(Pooler.port) user=postgres dbname=postgres"
                result = .success(try await test(try PostgresConfiguration(address), server))
            } catch {
                result = .failure(error)
            }
            try await pooler.stop()
            try result.get()
        }
    }
}

/// PgBouncer on a socket beside its server's.
private struct Pooler {
    static let port = 6_432

    /// Where Debian installs it.
    static var program: String? {
        ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].first(where: FileManager.default.isExecutableFile)
    }

    let mode: String
    let ignoredParameters: String
    let server: TestCluster

    private var folder: String { server.folderPath }

    /// Starts it as `postgres` if this is root, as which PgBouncer refuses to run.
    func start() async throws {
        try await Shell.run(
            """
            set -e
            cat >'\(folder)/pooler.ini' <<'SETTINGS'
            [databases]
            * = host=\(folder) port=5432 user=postgres
            [pgbouncer]
            listen_addr =
            listen_port = \(Self.port)
            unix_socket_dir = \(folder)
            auth_type = any
            pool_mode = \(mode)
            ignore_startup_parameters = \(ignoredParameters)
            pidfile = \(folder)/pooler.pid
            logfile = \(folder)/pooler.log
            SETTINGS
            chmod a+r '\(folder)/pooler.ini'
            as_postgres=
            if [ "$(id -u)" = 0 ]; then as_postgres='setpriv --reuid postgres --regid postgres --clear-groups'; fi
            $as_postgres \(Self.program ?? "pgbouncer") --daemon '\(folder)/pooler.ini'
            timeout 10 sh -c 'until [ -S "$0" ]; do sleep 0.05; done' '\(folder)/.s.PGSQL.\(Self.port)'
            """)
    }

    func stop() async throws {
        try await Shell.run(
            """
            pid=$(cat '\(folder)/pooler.pid')
            kill "$pid"
            timeout 10 sh -c 'while kill -0 "$0" 2>/dev/null; do sleep 0.05; done' "$pid"
            """)
    }
}
