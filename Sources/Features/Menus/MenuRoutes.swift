package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres
import Restaurants

/// The published menus of restaurants.
@MemberwiseInit
package struct MenuRoutes: RouteGroup {
    let database: PostgresClient
    let menus: PublishedMenus

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
        RouteDefinition(
            .readMenuAvailability, .readRestaurant, scope: .anyone,
            "Read what is not served at a time, and what is left",
            "By the days and hours of the newest menu, which does not change for it, and by the portions that the restaurant counts.",
            parameters: [
                .query("at", .instant, isRequired: true, "The time at which people eat."),
                .query(
                    "timeZone", .string("Europe/Helsinki"), isRequired: true,
                    "The time zone of the restaurant."),
            ], answers: [.ok(.menuAvailability, "What is not served then", isTagged: true)],
            problems: [.faults("unknown_time_zone")], handler: availability),
    ]

    func newest(_ call: Call) async throws -> Response {
        try await respond(to: call, number: nil, cacheControl: "public, max-age=60")
    }

    func version(_ call: Call) async throws -> Response {
        guard let number = Int32(try call.text("number")) else { throw Problem.notFound }
        return try await respond(
            to: call, number: Int(number), cacheControl: "public, max-age=31536000, immutable")
    }

    func availability(_ call: Call) async throws -> Response {
        var query = call.query
        let at = query.required("at", .instant)
        let zone = query.required("timeZone", .zone)
        let (instant, timeZone) = try query.finish(at, zone)
        let id = try call.id("id", RestaurantID.self)
        guard let published = try await menus.newest(of: id, from: database) else { throw Problem.notFound }
        let absences = try await ItemAbsences.read(of: id, from: database)
        let left = try await database.all(.itemsLeft(of: id, at: instant, in: timeZone.identifier))
            .filter { published.menu.item($0.item) != nil }
            .map { MenuAvailability.Portions(item: $0.item, left: max($0.left, 0)) }
        return .json(
            .ok,
            MenuAvailability(
                version: published.version, at: instant,
                unserved: published.menu.unservedItems(at: instant, in: timeZone, without: absences),
                left: left),
            etag: .content, headers: [.cacheControl: "public, max-age=10"])
    }

    private func respond(to call: Call, number: Int?, cacheControl: String) async throws -> Response {
        var query = call.query
        try query.finish()
        let restaurant = try call.id("id", RestaurantID.self)
        // An unreadable condition is ignored.
        let known: [String] =
            if case .tags(let tags)? = try? call.request.headers.ifNoneMatchCondition { tags } else { [] }
        let headers: HTTPFields = [.cacheControl: cacheControl]
        if number == nil, let tag = menus.recentTag(of: restaurant), known.contains(tag.unquoted) {
            return .known(tag: tag, headers: headers)
        }
        guard
            let row = try await database.first(.menuVersion(of: restaurant, number: number, known: known))
        else { throw Problem.notFound }
        if number == nil { menus.remember(row.tag, of: restaurant) }
        guard let body = row.body else { return .known(tag: row.tag, headers: headers) }
        return try .compressedJSON(ByteBuffer(bytes: body), tag: row.tag, to: call.request, headers: headers)
    }
}
