import Foundation

/// A running server, as its `postmaster.pid` and the system describe it.
struct ClusterProcess: Sendable {
    let pid: pid_t
    /// True once it takes connections.
    let isReady: Bool

    /// The server that runs on this data folder, if one does.
    ///
    /// A stale `postmaster.pid` may name a process that got the same number since, after a restart of a container
    /// for example. A server stands in its data folder, and that tells them apart.
    ///
    /// - Source: PostgreSQL source, `src/include/utils/pidfile.h`: line 1 is the process, line 8 its status.
    init?(in data: String) {
        guard let (pid, lines) = Self.readFile(in: data), Self.stands(pid, in: data) else { return nil }
        self.pid = pid
        self.isReady = lines.count >= 8 && lines[7].hasPrefix("ready")
    }

    /// Removes lock files whose process lives but is not a server of this folder: PostgreSQL, which knows only that
    /// it lives, would refuse to start. That happens when a number is given again, and while a killed server is a
    /// zombie that nobody has reaped.
    ///
    /// Left alone while a process of the crashed server still stands in the folder: to start a second server
    /// beside it would destroy the data.
    static func removeStaleFiles(of place: ClusterPlace) {
        guard !anyStands(in: place.data) else { return }
        unlink("\(place.data)/postmaster.pid")
        unlink("\(place.socketFolder)/.s.PGSQL.5432.lock")
    }

    private static func readFile(in data: String) -> (pid: pid_t, lines: [Substring])? {
        let text = try? String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        guard let lines = text?.split(separator: "\n", omittingEmptySubsequences: false),
            let pid = pid_t(lines[0].trimmingCharacters(in: .whitespaces)), pid > 0
        else { return nil }
        return (pid, lines)
    }

    /// True while any process, the server or a leftover of it, stands in the data folder.
    static func anyStands(in data: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.contains { stands($0, in: data) }
    }

    private static func stands(_ pid: pid_t, in data: String) -> Bool {
        guard let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd"),
            let real = realpath(data, nil)
        else { return false }
        defer { free(real) }
        return folder == String(cString: real)
    }

    var isRunning: Bool { kill(pid, 0) == 0 || errno == EPERM }
}
