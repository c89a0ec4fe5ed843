import Fetch
import Foundation
import Logging
import ServiceLifecycle

/// The map support available to the web client.
struct MapView: Sendable {
    /// The folder of Leaflet's files; `nil` if they are not installed, in which case there is no map.
    let leaflet: String?
    /// `none`, `bare` or `tiles`, passed to the client in the page.
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

/// The configured source of map tiles, if any.
struct TileSource: Sendable {
    let store: TileStore?
    /// The services that the store needs.
    let services: [any Service]

    /// Creates the store if a source is configured.
    ///
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
