import Foundation
import SystemPackage

extension Settings {
    /// Loads settings from the environment, then the operator's file, then `config/noonish.yaml`.
    ///
    /// - Parameter file: The operator's file; `nil` uses the file in `NOONISH_CONFIG`, if any.
    /// - Throws: ``CommandError`` for a missing file, ``SettingsFault`` for invalid settings.
    static func load(file: String?, environment: [String: String] = ProcessInfo.processInfo.environment)
        async throws -> Settings
    {
        let shipped = try ShippedFolder.find("config/noonish.yaml")
        var files = [FilePath(shipped)]
        if let own = file ?? environment["NOONISH_CONFIG"], !own.isEmpty {
            guard FileManager.default.isReadableFile(atPath: own) else {
                throw CommandError(.input, "the settings file \(own) cannot be read")
            }
            files.insert(FilePath(own), at: 0)
        }
        return try Settings(try await SettingsReader(environment: environment, files: files))
    }
}

/// Locates the folders that are shipped with the program: `config`, `sql` and the web client.
enum ShippedFolder {
    /// Returns the web client's folder: the configured one, else the shipped one.
    static func web(_ settings: Settings) throws -> String {
        settings.web.folder.isEmpty ? try find("Sources/Web") : settings.web.folder
    }

    /// Returns the path of `name` in the working directory, or in the nearest folder above the program that
    /// has it.
    ///
    /// - Throws: ``CommandError`` with the searched locations.
    static func find(_ name: String) throws -> String {
        let files = FileManager.default
        let here = URL(filePath: files.currentDirectoryPath)
        var places = [here]
        var folder = Bundle.main.bundleURL.standardizedFileURL
        // .build/x86_64-unknown-linux-gnu/debug is three levels below the checkout; bin/ of an installation
        // is one.
        for _ in 0..<5 {
            places.append(folder)
            places.append(folder.appending(path: "share/noonish"))
            folder = folder.deletingLastPathComponent()
        }
        for place in places {
            let path = place.appending(path: name).path(percentEncoded: false)
            if files.fileExists(atPath: path) { return place == here ? name : path }
        }
        throw CommandError(.input, "\(name) is neither in \(files.currentDirectoryPath) nor near the program")
    }
}
