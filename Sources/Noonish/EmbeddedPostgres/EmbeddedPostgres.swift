import Foundation
import Logging
import Subprocess
import SystemPackage

/// The embedded PostgreSQL: a private server on a Unix socket, run as a child process.
///
/// Of all processes that use one data folder, the one that holds the lock starts the server, restarts it if
/// it dies, and stops it when it ends; the others connect to the running server. If the holder is killed, its
/// server keeps running, and the next process that acquires the lock adopts it. If none does within some seconds, the
/// server is stopped by a watch that was started with it: ``EmbeddedPostgresWatch``.
actor EmbeddedPostgres {
    nonisolated let directory: EmbeddedPostgresDirectory
    private let binaries: EmbeddedPostgresBinaries
    private let logger: Logger
    private var lock: FileLock?
    private var child: Task<Void, Never>?
    private var childHasEnded = false

    private static let pollInterval = Duration.milliseconds(25)
    private static let watchInterval = Duration.milliseconds(250)
    /// After an unclean stop, the server first replays its write-ahead log, which can take minutes.
    private static let startTimeout = Duration.seconds(600)
    /// A fast shutdown waits for a checkpoint. After this time, an immediate shutdown follows, from which the
    /// next start recovers.
    private static let stopTimeout = Duration.seconds(30)

    init(dataFolder: String, searchPath: String, logger: Logger) async throws {
        directory = try await EmbeddedPostgresDirectory.prepare(dataFolder: dataFolder)
        let version = try? String(contentsOfFile: "\(directory.data)/PG_VERSION", encoding: .utf8)
        let major = version.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        binaries = try await EmbeddedPostgresBinaries.find(major: major, searchPath: searchPath)
        self.logger = logger
    }

    /// Returns once a server accepts connections: one started by this process, or by another on the same
    /// folder.
    func start() async throws {
        let deadline = ContinuousClock.now + Self.startTimeout
        while ContinuousClock.now < deadline {
            try acquireLock()
            if let server = EmbeddedPostgresProcess(in: directory.data) {
                if server.isReady { return }
            } else if lock != nil {
                return try await launch()
            }
            try await Task.sleep(for: Self.pollInterval)
        }
        throw CommandError(
            .unavailable, "PostgreSQL in \(directory.folder) is not ready; see \(directory.log)")
    }

    /// Keeps a server running until the task is cancelled.
    func supervise() async {
        var pause = Self.watchInterval
        while (try? await Task.sleep(for: pause)) != nil {
            do {
                try acquireLock()
                guard lock != nil, try EmbeddedPostgresProcess.find(in: directory.data) == nil else {
                    pause = Self.watchInterval
                    continue
                }
                logger.error("the embedded PostgreSQL has stopped; starting it again")
                try await launch()
                logger.notice("the embedded PostgreSQL runs again")
            } catch is CancellationError {
                return
            } catch {
                logger.error(
                    "the embedded PostgreSQL cannot be checked or started", metadata: ["reason": "\(error)"])
                pause = min(pause * 2, .seconds(10))
            }
        }
    }

    /// Stops the server if this process holds the lock: no new connections, open transactions rolled back,
    /// and all data flushed to disk.
    func stop() async {
        defer { lock = nil }
        guard lock != nil, let server = EmbeddedPostgresProcess(in: directory.data) else { return }
        kill(server.pid, SIGINT)
        let deadline = ContinuousClock.now + Self.stopTimeout
        var hasSentQuit = false
        while server.isRunning && !(child != nil && childHasEnded) {
            if ContinuousClock.now > deadline && !hasSentQuit {
                logger.warning("the embedded PostgreSQL does not stop; stopping it at once")
                kill(server.pid, SIGQUIT)
                hasSentQuit = true
            }
            try? await Task.sleep(for: Self.pollInterval)
        }
    }

    private func acquireLock() throws {
        guard lock == nil else { return }
        lock = FileLock(acquiring: try directory.openOwned(directory.lock, flags: O_RDWR))
    }

    private func launch() async throws {
        if !FileManager.default.fileExists(atPath: directory.marker) {
            logger.notice("making a PostgreSQL cluster", metadata: ["folder": "\(directory.data)"])
            try await EmbeddedPostgresInitializer(directory: directory, binaries: binaries).initialize()
        }
        try directory.makeSocketFolder()
        try directory.write("local all all peer map=noonish\n", to: directory.hba)
        try directory.write(identMap(), to: directory.ident)
        try await waitForOrphans()
        EmbeddedPostgresProcess.removeStaleFiles(of: directory)
        try spawn()
        while true {
            if EmbeddedPostgresProcess(in: directory.data)?.isReady == true { return }
            if childHasEnded {
                throw CommandError(.unavailable, "PostgreSQL did not start: \(lastLogLine())")
            }
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    /// Waits until the processes of a killed server have ended. They notice its death within a second or two,
    /// and no other server may start before.
    private func waitForOrphans() async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while EmbeddedPostgresProcess.hasProcess(in: directory.data), ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    private func spawn() throws {
        let log = try openLog()
        let command = EmbeddedPostgresWatch.command(
            binaries.program("postgres"), serverArguments(), in: directory)
        childHasEnded = false
        child = Task {
            // Never cancelled: the task ends with the server and reaps it.
            _ = try? await run(
                command, output: .fileDescriptor(log, closeAfterSpawningProcess: true),
                error: .combinedWithOutput)
            childHasEnded = true
        }
    }
}

extension EmbeddedPostgres {
    /// Maps system users to roles: the account of the server, and the user of this process.
    private func identMap() throws -> String {
        let users = Set([directory.account.name, try SystemAccount.current.name]).sorted()
        let roles = [
            EmbeddedPostgresInitializer.administrator, "noonish_owner", "noonish_app", "noonish_worker",
        ]
        return users.flatMap { user in roles.map { "noonish \"\(user)\" \($0)\n" } }.joined()
    }

    private func serverArguments() -> [String] {
        let settings = [
            // A socket in a private folder, and no network access.
            ("listen_addresses", ""), ("port", "5432"), ("unix_socket_directories", directory.socketFolder),
            ("unix_socket_permissions", "0700"), ("hba_file", directory.hba), ("ident_file", directory.ident),
            // Keeps personal data out of the log: no values of failed statements, no details of violated
            // constraints.
            ("log_min_error_statement", "panic"), ("log_error_verbosity", "terse"),
            ("log_min_messages", "warning"),
            ("timezone", "UTC"), ("log_timezone", "UTC"), ("cluster_name", "noonish"),
            // Short statements only: JIT compilation would cost more than execution.
            ("jit", "off"), ("max_connections", "100"),
        ]
        return ["-D", directory.data] + settings.flatMap { ["-c", "\($0.0)=\($0.1)"] }
    }

    /// Opens the log. It is rotated beyond ten megabytes, and one old file is kept.
    private func openLog() throws -> FileDescriptor {
        let size = try? FileManager.default.attributesOfItem(atPath: directory.log)[.size] as? Int
        if let size, size > 10_000_000 { rename(directory.log, "\(directory.log).1") }
        return try directory.openOwned(directory.log, flags: O_WRONLY | O_APPEND)
    }

    private func lastLogLine() -> String {
        let text = (try? String(contentsOfFile: directory.log, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n")
        let fatal = lines.suffix(10).last { $0.contains("FATAL:") } ?? lines.last ?? "no output"
        return "\(fatal) (\(directory.log))"
    }
}
