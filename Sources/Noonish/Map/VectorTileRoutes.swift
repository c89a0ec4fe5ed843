import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI

/// The map that `noonish import map` made, which the web client draws.
struct VectorTileRoutes: RouteGroup {
    let tiles: VectorTiles

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readVectorTile, .readRestaurant, scope: .anyone, "Read a vector tile of the map",
            "A Mapbox Vector Tile with the layers `water`, `coast`, `green`, `building`, `road` and `label`, of zoom levels 8 to 14. Answered with 404 if `noonish import map` has made no map.",
            parameters: TileCoordinates.parameters,
            answers: [
                Answer(
                    200, "The tile", [Content(MediaType.vectorTile, .string("…"))],
                    headers: [.eTag]),
                .done("The map has nothing there."),
            ], problems: [.notFound], handler: tile)
    ]

    func tile(_ call: Call) async throws -> Response {
        guard let place = TileCoordinates(call), tiles.exist else { throw Problem.notFound }
        let caching =
            "public, max-age=\(TileLimits.vectorSeconds), stale-while-revalidate=\(TileLimits.browserSeconds)"
        guard let bytes = tiles.tile(at: place) else {
            return Response(status: .noContent, headers: [.cacheControl: caching])
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: MediaType.vectorTile, .cacheControl: caching,
                .eTag: EntityTag(.content, representation: bytes).description,
            ], body: .init(byteBuffer: bytes))
    }
}

extension Endpoint {
    static var readVectorTile: Endpoint { .get("/map/{z}/{x}/{y}") }
}
