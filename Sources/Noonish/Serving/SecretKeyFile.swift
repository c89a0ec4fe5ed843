import Access
import Foundation
import Localization

/// The service's secret key: from the settings, else from `secret.key` in the data folder, generated on first
/// use.
enum SecretKeyFile {
    static let name = "secret.key"

    static func read(_ settings: Settings) throws -> SecretKey {
        guard settings.secret.key.isEmpty else { return try key(settings.secret.key, from: "secret.key") }
        let text = try SecretFile.read(name, in: settings.data.folder, generate: random)
        return try key(text, from: "\(settings.data.folder)/\(name)")
    }

    /// Returns a new key in base64.
    static func random() -> String {
        Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    }

    /// Writes the next key beside the present one, so that it is not lost once the database depends on it.
    static func prepare(_ text: String, in folder: String) throws {
        unlink("\(folder)/\(nextName)")
        _ = try SecretFile.read(nextName, in: folder) { text }
    }

    /// Makes the prepared key the present one.
    static func replace(in folder: String) throws {
        guard rename("\(folder)/\(nextName)", "\(folder)/\(name)") == 0 else {
            throw CommandError(.folder, "rename \(folder)/\(nextName) to \(name); the database depends on it")
        }
        try SecretFile.sync(folder: folder)
    }

    private static let nextName = "\(name).next"

    static func key(_ text: String, from place: String) throws -> SecretKey {
        let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines))
        guard let bytes, let key = SecretKey(bytes: Array(bytes)) else {
            throw CommandError(.settings, "\(place) must be 32 bytes or more in base64")
        }
        return key
    }
}

extension Site {
    /// Creates the site from the settings.
    ///
    /// - Parameter port: The port in links when `http.publicURL` is empty.
    init(_ settings: Settings, port: Int) throws {
        let scheme = settings.http.certificateFile.isEmpty ? "http" : "https"
        let url = settings.http.publicURL.isEmpty ? "\(scheme)://localhost:\(port)" : settings.http.publicURL
        let catalogue = try Catalogue(folder: ShippedFolder.find("config/locales"))
        self.init(publicURL: url, key: try SecretKeyFile.read(settings), catalogue: catalogue)
    }
}
