import Foundation
import JSON
import NIOCore
import Privacy
import Subprocess
import SystemPackage
import WebPush

/// A backup: one tar file that only its owner can read.
///
/// ```
/// backup.json      format, program version and time
/// database.dump    the whole database, in pg_dump's custom format
/// files/           secret.key and push.key, wherever they come from, and hashes of erased people with their keys
/// ```
struct BackupFile: Sendable {
    let path: String

    /// The files of the data folder in a backup. The search index is rebuilt.
    static let fileNames = keyNames + ledgerNames
    static let keyNames = [SecretKeyFile.name, NotificationChannels.keyFile]
    /// Lists of lines, which a restore merges.
    static let ledgerNames = [ErasureLedger.name, ErasureLedger.keysName]

    /// The format version, increased when older programs cannot read newer files.
    static let formatVersion = 1

    /// Creates the file from a temporary folder that `fill` fills; either the whole file or none.
    func make(_ fill: (String) async throws -> Void) async throws {
        try Self.makePrivate(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
        try await TemporaryFolder.use(path) { folder in
            try await fill(folder)
            let draft = "\(folder)/draft.tar"
            try await ExternalProgram.run(
                "tar",
                ["--create", "--file", draft, "--directory", folder, "--exclude", "./draft.tar", "."])
            guard chmod(draft, 0o600) == 0, rename(draft, path) == 0 else {
                throw CommandError(
                    .folder, "\(path) cannot be created: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Unpacks the file and calls `use` with the path of a temporary folder.
    ///
    /// - Parameter folder: A folder with enough free space.
    func open(in folder: String, _ use: (String) async throws -> Void) async throws {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandError(.input, "\(path) cannot be read")
        }
        // Has the permissions of the data folder, so that PostgreSQL's account can traverse it.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        try await TemporaryFolder.use(Self.unpacked(in: folder)) { unpacked in
            do {
                try await ExternalProgram.run(
                    "tar", ["--extract", "--file", path, "--directory", unpacked])
            } catch is CommandError {
                throw CommandError(.data, "\(path) is not a Noonish backup")
            }
            try check(unpacked)
            try await use(unpacked)
        }
    }

    /// Removes what killed restores have left in a data folder: keys, and all personal data.
    static func removeUnpacked(in folder: String) {
        TemporaryFolder.removeLeftovers(of: unpacked(in: folder))
    }

    private static func unpacked(in folder: String) -> String { "\(folder)/restore" }

    private func check(_ folder: String) throws {
        guard let text = try? String(contentsOfFile: "\(folder)/backup.json", encoding: .utf8),
            case .object(let object) = try? JSONValue(parsing: text),
            case .integer(let formatVersion) = object["form"]
        else { throw CommandError(.data, "\(path) is not a Noonish backup") }
        guard formatVersion <= Self.formatVersion else {
            throw CommandError(
                .data, "\(path) was created by a newer version of Noonish; restore it with that version")
        }
    }

    /// The keys that are settings, by the names of their files.
    static func keys(_ settings: Settings) -> [String: String] {
        var keys: [String: String] = [:]
        if !settings.secret.key.isEmpty { keys[SecretKeyFile.name] = settings.secret.key }
        if let key = settings.webPush.key { keys[NotificationChannels.keyFile] = key.text }
        return keys
    }

    /// Writes `backup.json`, for people and for a restore.
    static func writeManifest(_ folder: String, made moment: Date) throws {
        let text = jsonLine { writer in
            writer.object {
                $0.field("form", formatVersion)
                $0.field("program", Version.text)
                $0.field("at", moment)
            }
        }
        try Data((text + "\n").utf8).write(to: URL(filePath: "\(folder)/backup.json"))
    }

    private static func makePrivate(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.folder, "\(folder) cannot be created: \(error)")
        }
    }
}

/// Runs external programs: those of PostgreSQL, and `tar`.
enum ExternalProgram {
    /// Runs a program.
    ///
    /// - Parameters:
    ///   - path: `nil` searches the usual folders.
    ///   - variables: Environment variables in addition to `PATH` and `LC_ALL`.
    /// - Throws: ``CommandError`` with the program's error message.
    static func run(
        _ name: String, at path: FilePath? = nil, _ arguments: [String], variables: [String: String] = [:]
    ) async throws {
        var environment: [Environment.Key: String] = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        for (key, value) in variables { environment[Environment.Key(stringLiteral: key)] = value }
        let outcome: ExecutionOutcome
        do {
            let ended = try await Subprocess.run(
                path.map { .path($0) } ?? .name(name), arguments: Arguments(arguments),
                environment: .custom(environment),
                output: .discarded, error: .string(limit: 65_536))
            outcome = ExecutionOutcome(
                isSuccess: ended.terminationStatus.isSuccess, words: ended.standardError)
        } catch {
            throw CommandError(.unavailable, "\(name) cannot be run: \(error)")
        }
        guard outcome.isSuccess else {
            throw CommandError(.unavailable, "\(name) failed: \(outcome.lastLine)")
        }
    }

    private struct ExecutionOutcome {
        let isSuccess: Bool
        let words: String

        var lastLine: String {
            let lines = words.split(separator: "\n")
            return String(lines.first { $0.contains("error:") } ?? lines.last ?? "no output")
        }
    }
}
