import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import OpenAPI

/// Map tiles, fetched by the service so that the tile host does not learn the clients' addresses.
struct TileRoutes: RouteGroup {
    /// `nil` if no tile host is configured.
    let store: TileStore?

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readTile, .readRestaurant, scope: .anyone, "Read a map tile",
            "The service fetches tiles from the host in `map.tileURL` and caches them. Answered with 404 if it is not set.",
            parameters: TileCoordinates.parameters,
            answers: [
                Answer(
                    200, "The picture",
                    ["image/png", "image/jpeg", "image/webp"].map { Content($0, .string("…")) })
            ], problems: [.notFound, .of(.serviceUnavailable())], handler: image)
    ]

    func image(_ call: Call) async throws -> Response {
        guard let store, let place = TileCoordinates(call) else { throw Problem.notFound }
        let image = try await store.image(of: place)
        return Response(
            status: .ok,
            headers: [
                .contentType: image.type,
                .cacheControl: "public, max-age=\(TileLimits.browserSeconds)",
            ], body: .init(byteBuffer: ByteBuffer(bytes: image.bytes)))
    }
}

extension TileCoordinates {
    /// The parameters of the path `/{z}/{x}/{y}`.
    static let parameters: [Parameter] = [
        .path("z", .integer(0...TileLimits.maximumZoom, 12), "The zoom level."),
        .path("x", .integer(0...(1 << TileLimits.maximumZoom), 2331), "The column, from the west."),
        .path("y", .integer(0...(1 << TileLimits.maximumZoom), 1185), "The row, from the north."),
    ]

    /// Reads the path; `nil` if there is no such tile.
    init?(_ call: Call) {
        let numbers = ["z", "x", "y"].compactMap { call.context.parameters.get($0).flatMap { Int($0) } }
        guard numbers.count == 3 else { return nil }
        self.init(zoom: numbers[0], column: numbers[1], row: numbers[2])
    }
}

extension Endpoint {
    static var readTile: Endpoint { .get("/tiles/{z}/{x}/{y}") }
}
