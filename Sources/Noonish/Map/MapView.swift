import Fetch
import Foundation
import Logging
import ServiceLifecycle

/// What the browser client can draw a map with.
struct MapView: Sendable {
    /// Where Leaflet's files lie; nil: they are not installed, so there is no map.
    let leaflet: String?
    /// `none`, `bare` or `tiles`, as the one page tells the client.
    let kind: String
    let attribution: String

    init(_ settings: Settings) {
        let folder = settings.map.leafletFolder
        leaflet = FileManager.default.isReadableFile(atPath: "\(folder)/\(Self.module)") ? folder : nil
        kind = leaflet == nil ? "none" : settings.map.tileURL.isEmpty ? "bare" : "tiles"
        attribution = settings.map.attribution
    }

    /// The file of Leaflet that the client imports.
    static let module = "leaflet.esm.min.js"
}

/// The way to the host of the map's pictures, if there is one.
struct TileWay: Sendable {
    let store: TileStore?
    /// What it needs running.
    let services: [any Service]

    /// - Throws: `FetchError` if the HTTP client cannot start.
    init(_ settings: Settings) throws {
        guard !settings.map.tileURL.isEmpty else {
            store = nil
            services = []
            return
        }
        let logger = Logger(label: "map")
        let client = try FetchClient(
            FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: logger)
        store = TileStore(
            pattern: settings.map.tileURL, folder: "\(settings.data.folder)/tiles", client: client,
            logger: logger)
        services = [client]
    }
}
