package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// The logos of restaurants, for everyone.
@MemberwiseInit
package struct RestaurantLogoRoutes: RouteGroup {
    let database: any Database

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readLogo, .readRestaurant, scope: .anyone, "Read the logo of a restaurant",
            parameters: [
                .query("size", .words(["160", "480"], "480"), "The longer side in pixels."),
                .query(
                    "v", .text(0...32, "5b1f0a9c"), "The logo's version: that one can be kept for ever."),
            ],
            answers: [Answer(200, "The logo", [Content("image/webp", .string("…"))], headers: [.eTag])],
            handler: read)
    ]

    func read(_ call: Call) async throws -> Response {
        let restaurant: RestaurantID = try call.id("id")
        var query = call.query
        let size = query.optional("size", .oneOf(RestaurantLogo.Size.self)) ?? .large
        let version = query.optional("v", .text(0...32))
        try query.finish()
        guard let logo = try await database.first(.logo(of: restaurant, size)) else { throw Problem.notFound }
        return logo.response(size: size.rawValue, version: version)
    }
}
