import Foundation
import SystemPackage

/// A secret in the data folder, generated on first use.
enum KeptSecret {
    /// Reads a secret, generating it if needed.
    ///
    /// - Throws: ``Refusal`` if the file can neither be written nor read.
    static func read(_ name: String, in folder: String, made make: () -> String) throws -> String {
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
                try file.closeAfter { _ = try file.writeAll(make().utf8) }
            } catch {
                throw Refusal(.folder, "\(draft) cannot be written: \(error)")
            }
            link(draft, path)
            unlink(draft)
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Refusal(.folder, "\(path) cannot be read by user \(try Account.current.name)")
        }
        return text
    }
}
