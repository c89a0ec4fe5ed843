import Foundation
package import Postgres

/// A PostgreSQL server for one test that stops, kills or starves it. It lies in a folder of its own and listens on a
/// socket there. PostgreSQL refuses to be root: as root it runs as the user `postgres`.
package final class TestCluster: Sendable {
    private let folder: URL

    /// Runs `test` with a new server and removes it afterwards.
    ///
    /// - Parameters:
    ///   - settings: Lines of `postgresql.conf`.
    ///   - authentication: The method for everyone, as `pg_hba.conf` names it.
    package static func with(
        _ settings: [String] = [], authentication: String = "trust", password: String = "secret",
        _ test: (TestCluster) async throws -> Void
    ) async throws {
        let cluster = TestCluster()
        try await cluster.use {
            try await cluster.make(settings, authentication, password)
        } _: {
            try await test(cluster)
        }
    }

    /// Runs `test` with a standby that follows this server, and removes it afterwards.
    package func withStandby(_ test: (TestCluster) async throws -> Void) async throws {
        let standby = TestCluster()
        try await standby.use {
            try await standby.copy(self)
        } _: {
            try await test(standby)
        }
    }

    private func use(making make: () async throws -> Void, _ test: () async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do {
            try await make()
            try await start()
            result = .success(try await test())
        } catch {
            result = .failure(error)
        }
        try? await thaw()
        try? await stop("immediate")
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private init() {
        folder = URL(filePath: "/tmp/noonish-cluster-\(UUID().uuidString.prefix(8))")
    }

    /// The folder of its socket.
    package var folderPath: String { folder.path() }

    /// Its address in the form of `database.url`.
    package func address(user: String, database: String) -> String {
        "host=\(folder.path()) port=5432 user=\(user) dbname=\(database)"
    }

    /// The address of several servers, of which the leader is wanted.
    package static func address(of clusters: [TestCluster], user: String, database: String) -> String {
        "host=\(clusters.map { $0.folder.path() }.joined(separator: ",")) user=\(user) dbname=\(database)"
            + " target_session_attrs=read-write"
    }

    /// Runs statements as the superuser.
    package func run(statements: String) async throws {
        try await Shell.run(
            """
            psql --quiet --set ON_ERROR_STOP=1 '\(address(user: "postgres", database: "postgres"))' <<'STATEMENTS'
            \(statements)
            STATEMENTS
            """)
    }

    /// A configuration for the user `postgres`.
    package func configuration(_ more: String = "") throws -> PostgresConfiguration {
        var configuration = try PostgresConfiguration(
            "\(address(user: "postgres", database: "postgres")) \(more)")
        configuration.connections = .init(read: 1, write: 1, slow: 1, leased: 2)
        return configuration
    }

    package func start() async throws {
        try await run(
            "as_postgres pg_ctl --pgdata data --log data/log --timeout 180 --wait start || { tail -20 data/log; false; }"
        )
    }

    /// - Parameter mode: `smart`, `fast` or `immediate`, as `pg_ctl` knows them.
    package func stop(_ mode: String = "fast") async throws {
        try await run("as_postgres pg_ctl --pgdata data --mode \(mode) --wait stop")
    }

    /// Makes a standby the leader.
    package func promote() async throws {
        try await run("as_postgres pg_ctl --pgdata data --wait promote")
    }

    /// Makes the server refuse to write, also in sessions that are open, as when an administrator fences it.
    package func makeReadOnly(_ isReadOnly: Bool = true) async throws {
        try await run(
            statements: """
                ALTER SYSTEM SET default_transaction_read_only = \(isReadOnly ? "on" : "off");
                SELECT pg_reload_conf();
                """)
    }

    /// Stops all processes of the server where they are, without a word to anyone.
    package func freeze() async throws { try await signal("STOP") }

    package func thaw() async throws { try await signal("CONT") }

    private func signal(_ name: String) async throws {
        try await run("pid=$(head -1 data/postmaster.pid); kill -\(name) $pid $(pgrep -P $pid)")
    }

    /// The server's output.
    package func log() throws -> String {
        try String(contentsOf: folder.appending(path: "data/log"), encoding: .utf8)
    }

    private func make(_ settings: [String], _ authentication: String, _ password: String) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(password.utf8).write(to: folder.appending(path: "password"))
        let more =
            settings + [
                "listen_addresses = ''", "unix_socket_directories = '\(folder.path())'", "fsync = off",
            ]
        try Data((more.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "settings"))
        try await run(
            """
            if [ "$(id -u)" = 0 ]; then chown postgres: .; fi
            as_postgres initdb --pgdata data --username postgres --auth \(authentication) --pwfile password \
                --encoding UTF8 --locale C.UTF-8 --no-sync --no-instructions
            cat settings >>data/postgresql.conf
            """)
    }

    /// Copies a running server, to follow it.
    private func copy(_ leader: TestCluster) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try await run(
            """
            if [ "$(id -u)" = 0 ]; then chown postgres: .; fi
            as_postgres pg_basebackup --host '\(leader.folder.path())' --username postgres --pgdata data \
                --write-recovery-conf --wal-method stream --checkpoint fast --no-sync
            echo "unix_socket_directories = '\(folder.path())'" >>data/postgresql.conf
            """)
    }

    private func run(_ script: String) async throws {
        try await Shell.run(
            """
            set -e
            cd '\(folder.path())'
            as_postgres() {
                if [ "$(id -u)" = 0 ]; then
                    setpriv --reuid postgres --regid postgres --clear-groups env HOME=/ "$@"
                else
                    "$@"
                fi
            }
            \(script)
            """)
    }
}
