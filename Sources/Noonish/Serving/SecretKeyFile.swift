import Access
import Foundation
import SystemPackage
import Words

/// The server's own secret: from the settings, else from `secret.key` in the data folder, made on first use.
enum SecretKeyFile {
    static let name = "secret.key"

    static func read(_ settings: Settings) throws -> SecretKey {
        guard settings.secret.key.isEmpty else { return try key(settings.secret.key, from: "secret.key") }
        let folder = settings.data.folder
        let path = "\(folder)/\(name)"
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o711])
        // Written whole under another name and then linked: of two programs that start at once, one wins.
        let draft = "\(path).\(getpid())"
        if !FileManager.default.fileExists(atPath: path) {
            let made = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
            do {
                let file = try FileDescriptor.open(
                    draft, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
                try file.closeAfter { _ = try file.writeAll(Data(made).base64EncodedString().utf8) }
            } catch {
                throw Refusal(.folder, "\(draft) cannot be written: \(error)")
            }
            link(draft, path)
            unlink(draft)
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Refusal(.folder, "\(path) cannot be read by user \(try Account.current.name)")
        }
        return try key(text, from: path)
    }

    private static func key(_ text: String, from place: String) throws -> SecretKey {
        let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let bytes, let key = SecretKey(bytes: Array(bytes)) else {
            throw Refusal(.settings, "\(place) must be 32 bytes or more in base64")
        }
        return key
    }
}

extension Site {
    /// - Parameter port: What links name when `http.publicURL` does not say.
    init(_ settings: Settings, port: Int) throws {
        let url = settings.http.publicURL.isEmpty ? "http://localhost:\(port)" : settings.http.publicURL
        let catalogue = try Catalogue(folder: ShippedFolder.find("config/locales"))
        self.init(publicURL: url, key: try SecretKeyFile.read(settings), catalogue: catalogue)
    }
}
