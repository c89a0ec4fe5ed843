import Foundation
import SystemPackage

/// A secret of this service that lies in its data folder, made on first use.
enum KeptSecret {
    /// - Throws: ``Refusal`` if the file can be neither written nor read.
    static func read(_ name: String, in folder: String, made make: () -> String) throws -> String {
        let path = "\(folder)/\(name)"
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        // Written whole under another name and then linked: of two programs that start at once, one wins.
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
