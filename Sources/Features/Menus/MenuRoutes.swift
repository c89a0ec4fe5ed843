package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres

/// The published menus of restaurants.
package struct MenuRoutes: RouteGroup {
    let database: any Database

    package init(database: any Database) { self.database = database }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readMenu, .readRestaurant, scope: .anyone, "Read a restaurant's menu",
            "The newest version that the restaurant has published. Prices are in minor units of its currency.",
            answers: [.ok(.publishedMenu, "The menu", isTagged: true)],
            handler: newest),
        RouteDefinition(
            .readMenuVersion, .readRestaurant, scope: .anyone, "Read a version of a restaurant's menu",
            "A version never changes.",
            parameters: [.path("number", .integer(1...Int(Int32.max), 3), "The version's number.")],
            answers: [.ok(.publishedMenu, "The menu", isTagged: true)],
            handler: version),
    ]

    func newest(_ call: Call) async throws -> Response {
        try await respond(to: call, number: nil, cacheControl: "public, max-age=60")
    }

    func version(_ call: Call) async throws -> Response {
        guard let number = Int32(try call.text("number")) else { throw Problem.notFound }
        return try await respond(
            to: call, number: Int(number), cacheControl: "public, max-age=31536000, immutable")
    }

    private func respond(to call: Call, number: Int?, cacheControl: String) async throws -> Response {
        var query = call.query
        try query.finish()
        let restaurant = try call.id("id", RestaurantID.self)
        // An unreadable condition is ignored.
        let known: [String] =
            if case .tags(let tags)? = try? call.request.headers.ifNoneMatchCondition { tags } else { [] }
        guard
            let row = try await database.first(.menuVersion(of: restaurant, number: number, known: known))
        else { throw Problem.notFound }
        let headers: HTTPFields = [.cacheControl: cacheControl]
        guard let body = row.body else { return .known(tag: row.tag, headers: headers) }
        return try .compressedJSON(ByteBuffer(bytes: body), tag: row.tag, to: call.request, headers: headers)
    }
}
