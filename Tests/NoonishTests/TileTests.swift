import Fetch
import Foundation
import HTTPKit
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import Noonish

/// Pictures of the map, from a host of the tests' own: `Tests/Servers/tile_server.py`, where the zoom level says what comes.
@Suite struct TileTests {
    private struct Asked: Decodable {
        let target: String
    }

    private func withStore(
        limit: Int = TileLimits.cacheBytes, _ test: (TileStore, PythonServer, String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await PythonServer.run("tile_server.py") { server in
                let client = try FetchClient(
                    FetchConfiguration(userAgent: "Test/1"), logger: Logger(label: "tiles"))
                let store = TileStore(
                    pattern: "http://127.0.0.1:\(server.port)/{z}/{x}/{y}.png", folder: folder,
                    client: client,
                    logger: Logger(label: "tiles"), limit: limit)
                do {
                    try await test(store, server, folder)
                } catch {
                    await client.shutdown()
                    throw error
                }
                await client.shutdown()
            }
        }
    }

    private func place(_ zoom: Int, _ column: Int = 7, _ row: Int = 5) throws -> TileCoordinates {
        try #require(TileCoordinates(zoom: zoom, column: column, row: row))
    }

    @Test func `only squares that the world has are asked for`() {
        #expect(TileCoordinates(zoom: 0, column: 0, row: 0) != nil)
        #expect(TileCoordinates(zoom: 0, column: 1, row: 0) == nil)
        #expect(TileCoordinates(zoom: 12, column: 4095, row: 4095) != nil)
        #expect(TileCoordinates(zoom: 12, column: 4096, row: 0) == nil)
        #expect(TileCoordinates(zoom: 12, column: -1, row: 0) == nil)
        #expect(TileCoordinates(zoom: 20, column: 0, row: 0) == nil)
        #expect(TileCoordinates(zoom: -1, column: 0, row: 0) == nil)
    }

    @Test func `a picture is asked for once, also by many at once, and again when it is old`() async throws {
        try await withStore { store, server, _ in
            let place = try place(12)

            let images = try await withThrowingTaskGroup(of: TileImage.self) { group in
                for _ in 0..<20 { group.addTask { try await store.image(of: place) } }
                return try await group.reduce(into: Set<TileImage>()) { $0.insert($1) }
            }
            let first: Asked = try await server.event()
            let old = Date(timeIntervalSinceNow: TileLimits.cacheSeconds + 1)
            _ = try await store.image(of: place, now: old)
            let second: Asked = try await server.event()
            _ = try await store.image(of: try self.place(12, 8))
            let third: Asked = try await server.event()

            #expect(images.map(\.type) == ["image/png"])
            #expect([first, second, third].map(\.target) == ["/12/7/5.png", "/12/7/5.png", "/12/8/5.png"])
        }
    }

    @Test(arguments: [(13, 404), (14, 503), (15, 503), (16, 503)])
    func `what is no picture, too large or refused is not handed on and not kept`(
        zoom: Int, status: Int
    ) async throws {
        try await withStore { store, _, folder in
            let place = try place(zoom)
            let problem = await #expect(throws: Problem.self) { _ = try await store.image(of: place) }
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder)

            #expect(problem?.status.code == status)
            #expect(kept == [])
        }
    }

    @Test func `an old picture is shown where the host gives no new one`() async throws {
        try await withStore { store, _, folder in
            let kept = try await store.image(of: try place(12))
            try FileManager.default.createDirectory(
                atPath: "\(folder)/16/7", withIntermediateDirectories: true)
            try Data(kept.bytes).write(to: URL(filePath: "\(folder)/16/7/5"))

            let old = Date(timeIntervalSinceNow: TileLimits.cacheSeconds + 1)
            let shown = try await store.image(of: try place(16), now: old)

            #expect(shown == kept)
        }
    }

    @Test func `what is kept stays within its bounds`() async throws {
        try await withStore(limit: 2_000) { store, _, folder in
            for column in 0..<12 { _ = try await store.image(of: try place(12, column)) }

            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
                .map { URL(filePath: "\(folder)/\($0)") }
                .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
            let bytes = try files.reduce(0) { try $0 + Data(contentsOf: $1).count }

            #expect(bytes <= 2_000)
            #expect(files.count > 0)
            #expect(files.contains { $0.path.hasSuffix("12/11/5") }, "the newest stays")
        }
    }
}
