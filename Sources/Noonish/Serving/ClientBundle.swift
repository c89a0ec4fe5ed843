import Foundation

/// The web client's modules in few minified files, and its style sheet minified, which `script/bundle` writes.
///
/// Pages load the entry point, which has what most screens need, and a group of screens when one of them is first
/// shown. The names of the groups change with their contents and with the entry point, so that files of two versions
/// never mix.
enum ClientBundle {
    /// Where the bundle is served, a path as in ``WebFiles/contents(_:)``.
    static let folder = "assets/bundle/"

    private static let entry = "start.js"
    private static let styleSheet = "app.css"

    /// Returns whether a file with the path never has other contents.
    static func isImmutable(_ path: String) -> Bool {
        guard path.hasPrefix(folder), isModule(path) else { return false }
        return path.dropFirst(folder.count) != entry
    }

    /// The modules that are loaded by themselves: by the service worker, and with the first map.
    private static func isSeparate(_ path: String) -> Bool {
        path == "assets/answer-queue.js" || path.hasPrefix("assets/map/")
    }

    /// Returns whether there is a bundle that is not older than any of the modules or the style sheet.
    ///
    /// - Parameters:
    ///   - folder: The folder of the web client.
    ///   - assets: The paths of all files below `assets/`, relative to the folder.
    static func isCurrent(in folder: String, assets: [String]) -> Bool {
        guard let start = modificationTime("\(folder)/bundle/\(entry)"),
            let sheet = modificationTime("\(folder)/bundle/\(styleSheet)")
        else { return false }
        return assets.filter { isModule($0) || replacement(for: $0) != nil }.allSatisfy { path in
            modificationTime("\(folder)/\(path)").map { $0 <= min(start, sheet) } ?? false
        }
    }

    /// Returns the file of the bundle, relative to the client's folder, that is served at the address of another file.
    static func replacement(for path: String) -> String? {
        path == "assets/\(styleSheet)" ? "bundle/\(styleSheet)" : nil
    }

    /// Returns the files of the client: those of the bundle in place of the modules.
    ///
    /// - Parameters:
    ///   - assets: The paths of all files below `assets/`.
    ///   - bundle: The names of all files of the bundle.
    static func replacingModules(in assets: [String], with bundle: [String]) -> [String] {
        assets.filter { !isModule($0) || isSeparate($0) } + bundle.filter(isModule).map { folder + $0 }
    }

    private static func isModule(_ path: String) -> Bool { path.hasSuffix(".js") }

    /// Returns `nil` if there is no such file.
    private static func modificationTime(_ path: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date
    }
}
