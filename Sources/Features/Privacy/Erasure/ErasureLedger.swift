import Encoding
import Foundation
import SystemPackage

/// A ledger of erased people, in a file outside the database: restoring a backup loses the newest rows of the
/// database, but not this file.
///
/// Each line is a keyed hash and a time: `<64 hexadecimal digits> 2027-03-11T12:30:00Z`. The file is
/// append-only. So is the file beside it with the keys, which are derived from all secret keys that the folder has seen:
/// a backup that is older than a new secret key has people who were erased under that key.
package struct ErasureLedger: Sendable {
    package static let name = "erased"
    package static let keysName = "erased.keys"

    private let path: FilePath
    private let keysPath: FilePath

    /// Creates the ledger.
    ///
    /// - Parameter folder: The data folder, which is not part of database backups.
    package init(folder: String) {
        path = FilePath(folder).appending(Self.name)
        keysPath = FilePath(folder).appending(Self.keysName)
    }

    /// Returns all hashes; an empty set if there is no file yet.
    func hashes() throws -> Set<[UInt8]> { try Self.values(at: path) }

    func add(_ hashes: some Sequence<[UInt8]>, at moment: Date) throws {
        try Self.append(hashes, to: path, at: moment)
    }

    /// Returns the keys of all hashes, with `key` among them.
    func keys(with key: [UInt8], at moment: Date) throws -> Set<[UInt8]> {
        let known = try Self.values(at: keysPath)
        if !known.contains(key) { try Self.append([key], to: keysPath, at: moment) }
        return known.union([key])
    }

    /// Reads what ``append(_:to:at:)`` has written. Lines truncated by a crash are ignored.
    private static func values(at path: FilePath) throws -> Set<[UInt8]> {
        guard FileManager.default.fileExists(atPath: path.string) else { return [] }
        let text = try String(contentsOfFile: path.string, encoding: .utf8)
        return Set(
            text.split(separator: "\n").compactMap { line in
                Hexadecimal.decode(line.prefix { $0 != " " }).flatMap { $0.count == 32 ? $0 : nil }
            })
    }

    private static func append(
        _ values: some Sequence<[UInt8]>, to path: FilePath, at moment: Date
    ) throws {
        let lines = values.map { "\(Hexadecimal.encode($0)) \(moment.formatted(.iso8601))\n" }.joined()
        guard !lines.isEmpty else { return }
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.append, .create], permissions: .ownerReadWrite)
        // Begin with a line feed, so that a line truncated by a crash is not continued.
        try file.closeAfter { _ = try file.writeAll(("\n" + lines).utf8) }
    }
}
