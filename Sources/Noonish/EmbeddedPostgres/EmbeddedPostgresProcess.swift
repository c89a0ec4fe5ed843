import Foundation

/// A running server, as described by its `postmaster.pid` and the system.
struct EmbeddedPostgresProcess: Sendable {
    let pid: pid_t
    /// Whether it accepts connections.
    let isReady: Bool

    /// Finds the server that runs on this data folder; `nil` if there is none.
    ///
    /// The process id in a stale `postmaster.pid` may since have been reused, for example after a restart of
    /// a container. A server's working directory is its data folder, which distinguishes it from other
    /// processes.
    ///
    /// - Source: PostgreSQL source, `src/include/utils/pidfile.h`: line 1 is the process id, line 8 its
    ///   status.
    init?(in data: String) {
        guard let found = try? Self.find(in: data) else { return nil }
        self = found
    }

    private init(pid: pid_t, isReady: Bool) {
        self.pid = pid
        self.isReady = isReady
    }

    /// Finds the server that runs on this data folder; `nil` if there is none.
    ///
    /// - Throws: ``CommandError`` if it cannot be determined, as when this process has no files left.
    static func find(in data: String) throws(CommandError) -> EmbeddedPostgresProcess? {
        guard let (pid, lines) = try readFile(in: data), runs(pid, in: data) else { return nil }
        return EmbeddedPostgresProcess(pid: pid, isReady: lines.count >= 8 && lines[7].hasPrefix("ready"))
    }

    /// Removes lock files of a process that exists but is not a server of this folder. PostgreSQL, which only
    /// checks that it exists, would refuse to start. This happens when a process id is reused, and while a
    /// killed server is an unreaped zombie.
    ///
    /// Does nothing while a process of the crashed server still runs in the folder: starting a second server
    /// beside it would destroy the data.
    static func removeStaleFiles(of directory: EmbeddedPostgresDirectory) {
        guard !hasProcess(in: directory.data) else { return }
        unlink("\(directory.data)/postmaster.pid")
        unlink("\(directory.socketFolder)/.s.PGSQL.5432.lock")
    }

    private static func readFile(in data: String) throws(CommandError) -> (pid: pid_t, lines: [Substring])? {
        let path = "\(data)/postmaster.pid"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            guard access(path, F_OK) != 0, [ENOENT, ENOTDIR].contains(errno) else {
                throw CommandError(.unavailable, "\(path) cannot be read")
            }
            return nil
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let pid = pid_t(lines[0].trimmingCharacters(in: .whitespaces)), pid > 0 else { return nil }
        return (pid, lines)
    }

    /// Returns whether any process, the server or one of its orphaned children, has the data folder as its
    /// working directory.
    static func hasProcess(in data: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.contains { runs($0, in: data) }
    }

    private static func runs(_ pid: pid_t, in data: String) -> Bool {
        guard let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd"),
            let real = realpath(data, nil)
        else { return false }
        defer { free(real) }
        return folder == String(cString: real)
    }

    var isRunning: Bool { kill(pid, 0) == 0 || errno == EPERM }
}
