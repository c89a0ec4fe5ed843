import Foundation
import NIOCore

/// The vector tiles of the map, which `noonish import map` makes: a file each, in a folder of the data folder.
struct VectorTiles: Sendable {
    let folder: String

    /// Whether there is a map. The folder is complete from the moment it exists.
    var exist: Bool { FileManager.default.fileExists(atPath: folder) }

    /// The attribution of a map that is not made of OpenStreetMap data.
    var attribution: String? {
        guard let text = try? String(contentsOfFile: "\(folder)/attribution.txt", encoding: .utf8) else {
            return nil
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a tile; `nil` if the map has nothing there.
    func tile(at place: TileCoordinates) -> ByteBuffer? {
        FileManager.default.contents(atPath: "\(folder)/\(place.path).pbf").map { ByteBuffer(bytes: $0) }
    }

    /// Moves a folder of tiles here, in place of the previous ones.
    ///
    /// - Parameters:
    ///   - made: A folder of the same file system.
    ///   - previous: The path that the previous tiles are moved to.
    func replace(with made: String, movingPreviousTo previous: String) throws {
        if exist { try FileManager.default.moveItem(atPath: folder, toPath: previous) }
        try FileManager.default.moveItem(atPath: made, toPath: folder)
    }

    /// Copies the map of the sample city, which is shipped with the program, unless there is a map.
    func addSample() throws {
        guard !exist else { return }
        try FileManager.default.copyItem(atPath: ShippedFolder.find("config/map/sample"), toPath: folder)
    }
}

extension VectorTiles {
    init(_ settings: Settings) { self.init(folder: "\(settings.data.folder)/map") }
}
