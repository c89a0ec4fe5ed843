import Foundation
import SystemPackage

/// A private folder that exists while it is used. The next use or start removes what a killed process has left.
///
/// Its name ends with the process id. It is locked while it is in use, because a process id may be assigned again.
enum TemporaryFolder {
    /// Creates the folder `PREFIX.PID`, calls `use` with its path, and removes it.
    static func use(_ prefix: String, _ use: (String) async throws -> Void) async throws {
        removeLeftovers(of: prefix)
        let folder = "\(prefix).\(getpid())"
        guard mkdir(folder, 0o700) == 0, let lock = lock(folder) else {
            throw CommandError(.folder, "\(folder) cannot be created: \(String(cString: strerror(errno)))")
        }
        defer {
            try? FileManager.default.removeItem(atPath: folder)
            withExtendedLifetime(lock) {}
        }
        try await use(folder)
    }

    /// Removes the folders of processes that no longer exist.
    static func removeLeftovers(of prefix: String) {
        let prefix = URL(filePath: prefix)
        let parent = prefix.deletingLastPathComponent().path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where isTemporary(name, prefix.lastPathComponent) {
            let folder = "\(parent)/\(name)"
            guard EmbeddedPostgresDirectory.owner(of: folder) == geteuid(), let lock = lock(folder) else {
                continue
            }
            withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    private static func isTemporary(_ name: String, _ prefix: String) -> Bool {
        name.hasPrefix("\(prefix).") && Int(name.dropFirst(prefix.count + 1)) != nil
    }

    /// Locks a folder; `nil` while another process uses it.
    private static func lock(_ folder: String) -> FileLock? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return descriptor < 0 ? nil : FileLock(acquiring: FileDescriptor(rawValue: descriptor))
    }
}
