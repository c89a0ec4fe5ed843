import Encoding
import Foundation
import SystemPackage

/// A ledger of erased people, in a file outside the database: restoring a backup loses the newest rows of the
/// database, but not this file.
///
/// Each line is a keyed hash and a time: `<64 hexadecimal digits> 2027-03-11T12:30:00Z`. The file is
/// append-only.
package struct ErasureLedger: Sendable {
    package static let name = "erased"

    private let path: FilePath

    /// Creates the ledger.
    ///
    /// - Parameter folder: The data folder, which is not part of database backups.
    package init(folder: String) { path = FilePath(folder).appending(Self.name) }

    /// Returns all hashes; an empty set if there is no file yet. Lines truncated by a crash are ignored.
    func hashes() throws -> Set<[UInt8]> {
        guard FileManager.default.fileExists(atPath: path.string) else { return [] }
        let text = try String(contentsOfFile: path.string, encoding: .utf8)
        return Set(
            text.split(separator: "\n").compactMap { line in
                Hexadecimal.decode(line.prefix { $0 != " " }).flatMap { $0.count == 32 ? $0 : nil }
            })
    }

    func add(_ hashes: some Sequence<[UInt8]>, at moment: Date) throws {
        let lines = hashes.map { "\(Hexadecimal.encode($0)) \(moment.formatted(.iso8601))\n" }.joined()
        guard !lines.isEmpty else { return }
        try FileManager.default.createDirectory(
            atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.append, .create], permissions: .ownerReadWrite)
        // Begin with a line feed, so that a line truncated by a crash is not continued.
        try file.closeAfter { _ = try file.writeAll(("\n" + lines).utf8) }
    }
}
