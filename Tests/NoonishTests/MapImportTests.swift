import Access
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import Noonish

/// The map that osmium and tilemaker make of OpenStreetMap data.
@Suite struct MapImportTests {
    /// Two streets that cross in Helsinki, and a third of which one node is missing.
    private static let streets = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6">
        <node id="1" version="1" lat="60.1690" lon="24.9370"/>
        <node id="2" version="1" lat="60.1708" lon="24.9400"/>
        <node id="3" version="1" lat="60.1690" lon="24.9400"/>
        <node id="4" version="1" lat="60.1708" lon="24.9370"/>
        <way id="5" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>\
        <tag k="name" v="Soppakatu"/><tag k="name:en" v="Soup Street"/><tag k="name:sv" v="Soppgatan"/></way>
        <way id="6" version="1"><nd ref="3"/><nd ref="4"/><tag k="highway" v="primary"/><tag k="name" v="Kahvikatu"/></way>
        <way id="7" version="1"><nd ref="3"/><nd ref="99"/><tag k="highway" v="primary"/><tag k="name" v="Katkennut"/></way>
        </osm>
        """

    private func withImport(
        of text: String, _ test: (MapImport, VectorTiles) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let file = "\(folder)/town.osm"
            try Data(text.utf8).write(to: URL(filePath: file))
            let tiles = VectorTiles(folder: "\(folder)/data/map")
            try await test(
                MapImport(file: file, tiles: tiles, profile: Repository.path("config/map")), tiles)
        }
    }

    /// The tile of the streets at a zoom level, as text; the strings of a tile are not encoded.
    private func text(of tiles: VectorTiles, zoom: Int = 14) throws -> String {
        let place = try #require(
            TileCoordinates(zoom: zoom, column: 9327 >> (14 - zoom), row: 4742 >> (14 - zoom)))
        let tile = try #require(tiles.tile(at: place))
        return String(buffer: tile)
    }

    @Test func `tiles have the streets with their names in the client's languages`() async throws {
        try await withImport(of: Self.streets) { map, tiles in
            let report = try await map.run()

            let near = try text(of: tiles)
            let far = try text(of: tiles, zoom: 10)
            #expect(near.contains("Soppakatu") && near.contains("name:en") && near.contains("Soup Street"))
            #expect(!near.contains("Soppgatan"), "no text of the client is Swedish")
            #expect(near.contains("street") && near.contains("main"))
            #expect(far.contains("main") && !far.contains("street") && !far.contains("Kahvikatu"))
            #expect(report.count > 5)
            #expect(report.tooLarge == 0)
            #expect(report.text.hasPrefix("map: \(report.count) tiles, "))
        }
    }

    @Test func `a way that was cut off by the edge of the extract is left out`() async throws {
        try await withImport(of: Self.streets) { map, tiles in
            _ = try await map.run()

            #expect(try !text(of: tiles).contains("Katkennut"))
        }
    }

    @Test func `an import replaces the map as a whole`() async throws {
        try await withImport(of: Self.streets) { map, tiles in
            let folder = URL(filePath: tiles.folder).deletingLastPathComponent().path()
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try tiles.addSample()
            #expect(tiles.attribution == "Made up for Noonish, CC0")

            _ = try await map.run()

            #expect(tiles.attribution == nil)
            #expect(try !text(of: tiles).contains("Munkkitori"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["map"])
        }
    }

    static let rejected = [
        "<?xml version='1.0'?><osm version='0.6'><node id='1' version='1' lat='60.1' lon='24.9'/></osm>",
        "<?xml version='1.0'?><osm version='0.6'><node id=", "not a map",
    ]

    @Test(arguments: rejected)
    func `a file without streets is rejected, and the previous map stays`(text: String) async throws {
        try await withImport(of: text) { map, tiles in
            try FileManager.default.createDirectory(
                atPath: "\(tiles.folder)/14/9327", withIntermediateDirectories: true)
            try Data("previous".utf8).write(to: URL(filePath: "\(tiles.folder)/14/9327/4742.pbf"))

            await #expect(throws: CommandError.self) { try await map.run() }

            #expect(try self.text(of: tiles) == "previous")
        }
    }

    @Test func `a tile that is too large is left out`() async throws {
        try await withFolder { folder in
            for (name, size) in [("1.pbf", 10), ("2.pbf", TileLimits.bytes), ("3.pbf", TileLimits.bytes + 1)]
            {
                try Data(repeating: 0, count: size).write(to: URL(filePath: "\(folder)/\(name)"))
            }

            let report = try MapImport.checkSizes(of: folder)

            #expect(report == .init(count: 2, bytes: TileLimits.bytes + 10, tooLarge: 1))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/3.pbf"))
            #expect(throws: CommandError.self) {
                try MapImport.checkSizes(of: folder, limit: TileLimits.bytes)
            }
        }
    }

    @Test func `the profile writes the names of every language of the texts`() throws {
        let profile = try String(contentsOfFile: Repository.path("config/map/tilemaker.lua"), encoding: .utf8)
        let line = try #require(profile.split(separator: "\n").first { $0.hasPrefix("local languages = ") })
        let locales = try FileManager.default.contentsOfDirectory(atPath: Repository.path("config/locales"))

        let languages = line.matches(of: /"(\w+)"/).map { String($0.1) }

        #expect(languages == locales.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted())
    }
}

/// The map as the client receives it.
@Suite struct VectorTileTests {
    private func withSampleMap(
        _ test: @escaping @Sendable (TestSite, VectorTiles) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let tiles = VectorTiles(folder: "\(folder)/map")
            let routes = VectorTileRoutes(tiles: tiles).routes
            try await withSite(RouteTable(routes, site: .forTests, resolvers: [])) { site in
                try await test(site, tiles)
            }
        }
    }

    @Test func `anyone reads a tile, which browsers cache and which is compressed`() async throws {
        try await withSampleMap { site, tiles in
            try tiles.addSample()
            let visitor = site.program()

            let plain = try await visitor.get("/map/14/9327/4742")
            let compressed = try await visitor.get("/map/14/9327/4742", headers: [.acceptEncoding: "gzip"])
            let tag = try #require(compressed.headers[.eTag])
            let again = try await visitor.get(
                "/map/14/9327/4742", headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])

            let file = try Data(contentsOf: URL(filePath: "\(tiles.folder)/14/9327/4742.pbf"))
            #expect(plain.status == .ok)
            #expect(plain.headers[.contentType] == "application/vnd.mapbox-vector-tile")
            #expect(
                plain.headers[.cacheControl] == "public, max-age=3600, stale-while-revalidate=604800")
            #expect(plain.bytes == Array(file))
            #expect(compressed.headers[.contentEncoding] == "gzip")
            #expect(compressed.bytes.count < file.count)
            #expect(again.status == .notModified)
        }
    }

    @Test func `outside of the map there is nothing, and without a map no tile`() async throws {
        try await withSampleMap { site, tiles in
            let visitor = site.program()
            #expect(try await visitor.get("/map/14/9327/4742").status == .notFound)

            try tiles.addSample()

            #expect(try await visitor.get("/map/14/0/0").status == .noContent)
            #expect(try await visitor.get("/map/7/72/37").status == .noContent)
            for path in ["/map/14/16384/0", "/map/20/0/0", "/map/14/-1/0", "/map/14/..%2f..%2f/0"] {
                #expect(try await visitor.get(path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func `the sample map does not replace an imported one`() async throws {
        try await withFolder { folder in
            let tiles = VectorTiles(folder: folder)

            try tiles.addSample()

            #expect(tiles.attribution == nil)
        }
    }

    @Test func `pages show the imported map unless the operator has a source of tiles`() async throws {
        try await withFolder { folder in
            func map(_ own: [String: String] = [:]) async throws -> MapView {
                let leaflet = "\(folder)/leaflet"
                let environment = ["NOONISH_DATA_FOLDER": folder, "NOONISH_MAP_LEAFLET_FOLDER": leaflet]
                return MapView(try await .load(file: nil, environment: environment.merging(own) { $1 }))
            }
            #expect(try await map().kind == .none)
            try FileManager.default.createDirectory(
                atPath: "\(folder)/leaflet", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: "\(folder)/leaflet/\(MapView.module)"))
            let view = try await map()
            #expect(view.kind == .bare)
            #expect(view.attribution == "© OpenStreetMap contributors")

            try VectorTiles(folder: "\(folder)/map").addSample()

            #expect(view.kind == .vector, "without a restart")
            #expect(view.attribution == "Made up for Noonish, CC0")
            let withSource = try await map(["NOONISH_MAP_TILE_URL": "https://tiles.example/{z}/{x}/{y}.png"])
            #expect(withSource.kind == .tiles)
            #expect(withSource.attribution == "© OpenStreetMap contributors")
        }
    }
}
