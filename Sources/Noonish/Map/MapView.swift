import Fetch
import Foundation
import Logging
import ServiceLifecycle

/// The map support available to the web client.
struct MapView: Sendable {
    /// The folder of Leaflet's files; `nil` if they are not installed, in which case there is no map.
    let leaflet: String?
    let vectorTiles: VectorTiles
    private let hasTileURL: Bool
    private let configuredAttribution: String

    init(_ settings: Settings) {
        let folder = settings.map.leafletFolder
        leaflet = FileManager.default.isReadableFile(atPath: "\(folder)/\(Self.module)") ? folder : nil
        vectorTiles = VectorTiles(settings)
        hasTileURL = !settings.map.tileURL.isEmpty
        configuredAttribution = settings.map.attribution
    }

    /// What the client draws, passed to it in the page. A map may be imported while the server runs.
    var kind: Kind {
        if leaflet == nil { return .none }
        if hasTileURL { return .tiles }
        return vectorTiles.exist ? .vector : .bare
    }

    var attribution: String {
        (kind == .vector ? vectorTiles.attribution : nil) ?? configuredAttribution
    }

    enum Kind: String {
        /// No map at all.
        case none
        /// Places and distances on a grid.
        case bare
        /// Images from the configured source.
        case tiles
        /// The map that `noonish import map` made.
        case vector
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
