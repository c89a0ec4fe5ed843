import Foundation
import Glibc

/// Runs scripts with PostgreSQL's programs at hand.
///
/// Not by Foundation's `Process`: it takes a program for running as long as anything that the program started is.
package enum Shell {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// - Returns: What the script wrote.
    @discardableResult
    package static func run(_ script: String) async throws -> String {
        let output = "/tmp/noonish-output-\(UUID().uuidString)"
        defer { unlink(output) }
        let status = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: wait(for: start(script, output))) }
        }
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        guard status == 0 else { throw Failure(description: "\(script)\nended with \(status):\n\(text)") }
        return text
    }

    /// - Returns: The number of the process; -1 when it cannot be started.
    private static func start(_ script: String, _ output: String) -> pid_t {
        // Inherited connections of other tests would count against the 1,000 files that a PostgreSQL has.
        let path = """
            for file in /proc/$$/fd/*; do [ "${file##*/}" -le 2 ] || eval "exec ${file##*/}>&-"; done
            PATH=$(printf '%s\\n' /usr/lib/postgresql/*/bin | sort --version-sort | tail -1):$PATH

            """
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Threads of this process block signals, and what they start would never see its own alarm clock.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments: [UnsafeMutablePointer<CChar>?] =
            [strdup("bash"), strdup("-c"), strdup(path + script), nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        return posix_spawn(&process, "/bin/bash", &actions, &attributes, arguments, environ) == 0
            ? process : -1
    }

    private static func wait(for process: pid_t) -> Int32 {
        guard process > 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
