import Foundation

/// The web client's modules in one minified file, which `script/bundle` writes.
///
/// Pages that load it need one request instead of one per module. They keep every screen of one version, whatever
/// the server serves later.
enum ClientBundle {
    /// The entry point, a path as in ``WebFiles/contents(_:)``.
    static let entry = "assets/bundle/start.js"

    /// The modules that are loaded by themselves: by the service worker, and with the first map.
    private static func isSeparate(_ path: String) -> Bool {
        path == "assets/answer-queue.js" || path.hasPrefix("assets/map/")
    }

    /// Returns whether there is a bundle that is not older than any of the modules.
    ///
    /// - Parameters:
    ///   - folder: The folder of the web client.
    ///   - assets: The paths of all files below `assets/`, relative to the folder.
    static func isCurrent(in folder: String, assets: [String]) -> Bool {
        guard let bundled = modificationTime("\(folder)/bundle/start.js") else { return false }
        return assets.filter(isModule).allSatisfy { path in
            modificationTime("\(folder)/\(path)").map { $0 <= bundled } ?? false
        }
    }

    /// Returns the files with which the client starts: the bundle in place of the modules.
    static func replacingModules(in assets: [String]) -> [String] {
        assets.filter { !isModule($0) || isSeparate($0) } + [entry]
    }

    private static func isModule(_ path: String) -> Bool { path.hasSuffix(".js") }

    /// Returns `nil` if there is no such file.
    private static func modificationTime(_ path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }
}
