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
        guard let (pid, lines) = Self.readFile(in: data), Self.runs(pid, in: data) else { return nil }
        self.pid = pid
        self.isReady = lines.count >= 8 && lines[7].hasPrefix("ready")
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

    private static func readFile(in data: String) -> (pid: pid_t, lines: [Substring])? {
        let text = try? String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        guard let lines = text?.split(separator: "\n", omittingEmptySubsequences: false),
            let pid = pid_t(lines[0].trimmingCharacters(in: .whitespaces)), pid > 0
        else { return nil }
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
