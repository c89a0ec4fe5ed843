import Foundation
import Subprocess
import SystemPackage

/// The programs of an installed PostgreSQL.
struct EmbeddedPostgresBinaries: Hashable, Sendable {
    let major: Int
    let folder: FilePath

    /// Migrations use features of PostgreSQL 15: `security_invoker` views, `NULLS NOT DISTINCT`.
    static let minimumVersion = 15

    func program(_ name: String) -> FilePath { folder.appending(name) }

    /// Finds an installed PostgreSQL.
    ///
    /// - Parameter major: The version of an existing data folder; `nil` finds the newest one installed.
    /// - Throws: ``CommandError`` that states what to install.
    static func find(major: Int?, searchPath: String) async throws -> EmbeddedPostgresBinaries {
        let found = await installed(searchPath: searchPath).filter { $0.major >= minimumVersion }
        let wanted = major.map { version in found.filter { $0.major == version } } ?? found
        if let best = wanted.max(by: { $0.major < $1.major }) { return best }
        if let major {
            let others = found.isEmpty ? "none" : found.map { "\($0.major)" }.joined(separator: ", ")
            throw CommandError(
                .unavailable,
                "the data folder belongs to PostgreSQL \(major), which is not installed (\(others) is): "
                    + "apt-get install postgresql-\(major)")
        }
        throw CommandError(
            .unavailable,
            "no PostgreSQL \(minimumVersion) or newer is installed: apt-get install postgresql, or set database.url"
        )
    }

    /// Returns the installations in Debian's folders, one for each version, and then those of the search
    /// path.
    private static func installed(searchPath: String) async -> [EmbeddedPostgresBinaries] {
        let files = FileManager.default
        let debian = "/usr/lib/postgresql"
        let versions = ((try? files.contentsOfDirectory(atPath: debian)) ?? []).compactMap { Int($0) }
        var found = versions.map {
            EmbeddedPostgresBinaries(major: $0, folder: FilePath("\(debian)/\($0)/bin"))
        }
        for folder in searchPath.split(separator: ":").map({ FilePath(String($0)) })
        where files.isExecutableFile(atPath: folder.appending("postgres").string) {
            guard let major = await version(in: folder) else { continue }
            found.append(EmbeddedPostgresBinaries(major: major, folder: folder))
        }
        return found.filter { files.isExecutableFile(atPath: $0.program("initdb").string) }
    }

    /// Returns the major version from the output of `postgres --version`, such as "postgres (PostgreSQL) 16.4
    /// (Homebrew)".
    private static func version(in folder: FilePath) async -> Int? {
        let output = try? await run(
            .path(folder.appending("postgres")), arguments: ["--version"], output: .string(limit: 4_096))
        let number = output?.standardOutput.drop { !$0.isNumber }.prefix { $0.isNumber }
        return number.flatMap { Int($0) }
    }
}
