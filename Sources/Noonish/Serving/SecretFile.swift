import Foundation
import SystemPackage

/// A secret in the data folder, generated on first use.
enum SecretFile {
    /// Reads a secret, generating it if needed.
    ///
    /// - Throws: ``CommandError`` if the file can neither be written nor read.
    static func read(_ name: String, in folder: String, generate: () -> String) throws -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        // Written under another name and then linked, so that exactly one of two processes that start at once
        // succeeds.
        let draft = "\(path).\(getpid())"
        if !FileManager.default.fileExists(atPath: path) {
            do {
                let file = try FileDescriptor.open(
                    draft, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
                try file.closeAfter {
                    _ = try file.writeAll(generate().utf8)
                    try sync(file)
                }
                link(draft, path)
                unlink(draft)
                try sync(folder: folder)
            } catch {
                throw CommandError(.folder, "\(draft) cannot be written: \(error)")
            }
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandError(.folder, "\(path) cannot be read by user \(try SystemAccount.current.name)")
        }
        return text
    }

    /// Writes the names in a folder to the disk, so that they survive a power failure.
    static func sync(folder: String) throws {
        let descriptor = try FileDescriptor.open(FilePath(folder), .readOnly)
        try descriptor.closeAfter { try sync(descriptor) }
    }

    private static func sync(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
