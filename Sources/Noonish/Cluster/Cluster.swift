import Foundation
import Logging
import Subprocess
import SystemPackage

/// The embedded PostgreSQL: a private server on a Unix socket, run as a child process.
///
/// Of all processes that use one data folder, the one that holds the lock starts the server, restarts it if
/// it dies, and stops it when it ends; the others connect to the running server. If the holder is killed, its
/// server keeps running, and the next process that acquires the lock adopts it.
actor Cluster {
    nonisolated let place: ClusterPlace
    private let binaries: ClusterBinaries
    private let logger: Logger
    private var lock: FileLock?
    private var child: Task<Void, Never>?
    private var childHasEnded = false

    private static let pollInterval = Duration.milliseconds(25)
    private static let watchInterval = Duration.milliseconds(250)
    /// After an unclean stop, the server first replays its write-ahead log, which can take minutes.
    private static let longestStart = Duration.seconds(600)
    /// A fast shutdown waits for a checkpoint. After this time, an immediate shutdown follows, from which the
    /// next start recovers.
    private static let longestStop = Duration.seconds(30)

    init(dataFolder: String, searchPath: String, logger: Logger) async throws {
        place = try await ClusterPlace.prepare(dataFolder: dataFolder)
        let version = try? String(contentsOfFile: "\(place.data)/PG_VERSION", encoding: .utf8)
        let major = version.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        binaries = try await ClusterBinaries.find(major: major, searchPath: searchPath)
        self.logger = logger
    }

    /// Returns once a server accepts connections: one started by this process, or by another on the same
    /// folder.
    func start() async throws {
        let deadline = ContinuousClock.now + Self.longestStart
        while ContinuousClock.now < deadline {
            try takeLock()
            if let server = ClusterProcess(in: place.data) {
                if server.isReady { return }
            } else if lock != nil {
                return try await launch()
            }
            try await Task.sleep(for: Self.pollInterval)
        }
        throw Refusal(.unavailable, "PostgreSQL in \(place.folder) is not ready; see \(place.log)")
    }

    /// Keeps a server running until the task is cancelled.
    func supervise() async {
        var pause = Self.watchInterval
        while (try? await Task.sleep(for: pause)) != nil {
            do {
                try takeLock()
                guard lock != nil, ClusterProcess(in: place.data) == nil else {
                    pause = Self.watchInterval
                    continue
                }
                logger.error("the embedded PostgreSQL has stopped; starting it again")
                try await launch()
                logger.notice("the embedded PostgreSQL runs again")
            } catch is CancellationError {
                return
            } catch {
                logger.error("the embedded PostgreSQL does not start", metadata: ["reason": "\(error)"])
                pause = min(pause * 2, .seconds(10))
            }
        }
    }

    /// Stops the server if this process holds the lock: no new connections, open transactions rolled back,
    /// and all data flushed to disk.
    func stop() async {
        defer { lock = nil }
        guard lock != nil, let server = ClusterProcess(in: place.data) else { return }
        kill(server.pid, SIGINT)
        let deadline = ContinuousClock.now + Self.longestStop
        var hasInsisted = false
        while server.isRunning && !(child != nil && childHasEnded) {
            if ContinuousClock.now > deadline && !hasInsisted {
                logger.warning("the embedded PostgreSQL does not stop; stopping it at once")
                kill(server.pid, SIGQUIT)
                hasInsisted = true
            }
            try? await Task.sleep(for: Self.pollInterval)
        }
    }

    private func takeLock() throws {
        guard lock == nil else { return }
        lock = FileLock(taking: try place.openOwned(place.lock, flags: O_RDWR))
    }

    private func launch() async throws {
        if !FileManager.default.fileExists(atPath: place.mark) {
            logger.notice("making a PostgreSQL cluster", metadata: ["folder": "\(place.data)"])
            try await ClusterMaking(place: place, binaries: binaries).make()
        }
        try place.makeSocketFolder()
        try place.write("local all all peer map=noonish\n", to: place.hba)
        try place.write(identMap(), to: place.ident)
        try await orphansLeave()
        ClusterProcess.removeStaleFiles(of: place)
        try spawn()
        while true {
            if ClusterProcess(in: place.data)?.isReady == true { return }
            if childHasEnded { throw Refusal(.unavailable, "PostgreSQL does not start: \(lastWords())") }
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    /// Waits until the processes of a killed server have ended. They notice its death within a second or two,
    /// and no other server may start before.
    private func orphansLeave() async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while ClusterProcess.anyStands(in: place.data), ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.pollInterval)
        }
    }

    private func spawn() throws {
        let log = try openLog()
        let command = place.account.command(binaries.program("postgres"), serverArguments())
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

extension Cluster {
    /// Maps system users to roles: the account of the server, and the user of this process.
    private func identMap() throws -> String {
        let users = Set([place.account.name, try Account.current.name]).sorted()
        let roles = [ClusterMaking.administrator, "noonish_owner", "noonish_app", "noonish_worker"]
        return users.flatMap { user in roles.map { "noonish \"\(user)\" \($0)\n" } }.joined()
    }

    private func serverArguments() -> [String] {
        let settings = [
            // A socket in a private folder, and no network access.
            ("listen_addresses", ""), ("port", "5432"), ("unix_socket_directories", place.socketFolder),
            ("unix_socket_permissions", "0700"), ("hba_file", place.hba), ("ident_file", place.ident),
            // Keeps personal data out of the log: no values of failed statements, no details of violated
            // constraints.
            ("log_min_error_statement", "panic"), ("log_error_verbosity", "terse"),
            ("log_min_messages", "warning"),
            ("timezone", "UTC"), ("log_timezone", "UTC"), ("cluster_name", "noonish"),
            // Short statements only: JIT compilation would cost more than execution.
            ("jit", "off"), ("max_connections", "100"),
        ]
        return ["-D", place.data] + settings.flatMap { ["-c", "\($0.0)=\($0.1)"] }
    }

    /// Opens the log. It is rotated beyond ten megabytes, and one old file is kept.
    private func openLog() throws -> FileDescriptor {
        let size = try? FileManager.default.attributesOfItem(atPath: place.log)[.size] as? Int
        if let size, size > 10_000_000 { rename(place.log, "\(place.log).1") }
        return try place.openOwned(place.log, flags: O_WRONLY | O_APPEND)
    }

    private func lastWords() -> String {
        let text = (try? String(contentsOfFile: place.log, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n")
        let fatal = lines.suffix(10).last { $0.contains("FATAL:") } ?? lines.last ?? "it said nothing"
        return "\(fatal) (\(place.log))"
    }
}
