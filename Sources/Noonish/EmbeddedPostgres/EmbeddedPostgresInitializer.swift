import Foundation
import Subprocess
import SystemPackage

/// Initialises a new data folder under a temporary name and renames it when it is complete, so that a crash
/// leaves no partial one.
struct EmbeddedPostgresInitializer: Sendable {
    let directory: EmbeddedPostgresDirectory
    let binaries: EmbeddedPostgresBinaries

    /// The role that owns the database and runs migrations; the first migration creates the other roles.
    static let administrator = "noonish_superuser"
    static let databaseName = "noonish"

    /// Runs a program that holds a lock on the folder, which its child processes inherit. If this process is killed,
    /// its `initdb` continues for some seconds, and the next start waits for it before it begins anew.
    private static let locked = #"exec flock --no-fork --timeout 60 --conflict-exit-code 75 "$@""#

    private var unfinished: String { "\(directory.folder)/data.new" }

    func initialize() async throws {
        try await run("/bin/rm", ["--recursive", "--force", unfinished])
        // C.UTF-8 has the same collation on every machine, independent of the version of the C library.
        try await run(
            binaries.program("initdb"),
            [
                "--pgdata", unfinished, "--username", Self.administrator, "--encoding", "UTF8",
                "--locale", "C.UTF-8", "--auth", "peer", "--data-checksums", "--no-instructions",
            ])
        let single = ["--single", "-D", unfinished, "postgres"]
        try await run(
            binaries.program("postgres"), single, input: "CREATE DATABASE \(Self.databaseName)\n")
        try directory.write(
            "PostgreSQL \(binaries.major)\n", to: "\(unfinished)/\(EmbeddedPostgresDirectory.markerName)")
        guard rename(unfinished, directory.data) == 0 else {
            throw CommandError(
                .folder, "\(directory.data) cannot be created: \(String(cString: strerror(errno)))")
        }
    }

    private func run(_ program: FilePath, _ arguments: [String], input: String = "") async throws {
        let command = ["-c", Self.locked, "sh", directory.folder, program.string] + arguments
        let outcome = try await Subprocess.run(
            directory.account.command("/bin/sh", command), input: .string(input),
            output: .string(limit: 65_536), error: .combinedWithOutput)
        guard outcome.terminationStatus != .exited(75) else {
            throw CommandError(
                .unavailable,
                "\(directory.folder) is in use by the initdb of an earlier start. Try again in a minute.")
        }
        guard outcome.terminationStatus.isSuccess else {
            let lines = outcome.standardOutput.split(separator: "\n")
            throw CommandError(
                .unavailable, "\(program.lastComponent?.string ?? "") failed: \(lines.last ?? "no output")")
        }
    }
}
