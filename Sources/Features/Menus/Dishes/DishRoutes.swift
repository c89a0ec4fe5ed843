package import Access
package import Foundation
import Geo
import GeoSearch
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
import NoonishAPI
import OpenAPI
package import Postgres
import Restaurants

/// Finding dishes of published menus.
@MemberwiseInit
package struct DishRoutes: RouteGroup {
    let database: any Database
    let index: DishIndex
    let menus: PublishedMenus
    var now: @Sendable () -> Date = { Date() }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .searchDishes, .searchRestaurants, scope: .anyone, "Search for dishes",
            "Searches the published menus around a point or within bounds. Orders other than by distance sort the nearest thousand.",
            parameters: [
                .near(),
                .query(
                    "bounds", .string("60.1,24.9,60.2,25"),
                    "South, west, north and east, in degrees. Either this or `near` is required."),
                .query("q", .text(RestaurantLimits.text, "pad thai"), "Words of a name."),
                .query("radius", .number(RestaurantLimits.radius, 1_500), "Metres around `near`."),
                .query("diet", .array(of: .oneOf(Diet.self)), isList: true, "All of these."),
                .query(
                    "priceMax", .integer(MenuLimits.price, 1_500),
                    "The highest price, in minor units of `currency`."),
                .query(
                    "currency", .string("EUR"),
                    "By default that of the nearest dish if prices are compared, or else any."),
                .openAt,
                .query(
                    "open", .array(of: .oneOf(RestaurantSearch.OpenParameter.self)), isList: true,
                    "One of these states of the restaurant at the time of the search."),
                .query("sort", .oneOf(DishOrder.self), "By distance by default; `place` is its name."),
                .limit(SearchLimits.defaultPageSize, most: SearchLimits.pageSize), .cursor,
            ], answers: [.ok(.dishPage, "A page of dishes", isPaged: true)],
            problems: [
                .of(RestaurantProblems.cursorOfAnotherQuery), .of(RestaurantProblems.stillLoading),
                .faults("invalid_cursor", "not_with_bounds", "unknown_currency"),
            ], handler: search),
        RouteDefinition(
            .readDish, .readRestaurant, scope: .anyone, "Read a dish",
            "A dish keeps its id as long as its item keeps its key on the restaurant's menu.",
            parameters: [.near(), .openAt],
            answers: [.ok(.dishDetails, "The dish as its menu has it", isTagged: true)], handler: dish),
    ]

    func search(_ call: Call) async throws -> Response {
        let search = try DishSearch(call.query)
        guard index.isReady else { throw RestaurantProblems.stillLoading }
        let page: DishPage
        do {
            page = try await DishFinder(database: database, index: index).page(
                search, now: now(), language: call.language().tag)
        } catch is PlaceQueryFault {
            throw RestaurantProblems.cursorOfAnotherQuery
        }
        var headers = call.link(toNext: page.next)
        headers[.vary] = "Accept-Language"
        return .json(.ok, page, headers: headers)
    }

    func dish(_ call: Call) async throws -> Response {
        var query = call.query
        let near = query.optional("near", .coordinate)
        let openAt = query.optional("openAt", .instant)
        try query.finish()
        let id = try call.id("id", DishID.self)
        guard let row = try await database.first(.dishes([id.uuid])),
            let published = try await menus.newest(of: row.restaurant, from: database),
            let (_, section, item) = published.menu.locate(row.item)
        else { throw Problem.notFound }
        let distance = near.flatMap { near in row.coordinate.map { near.distance(to: $0) } }
        let dish = row.dish(
            distance: distance.map { ($0 * 100).rounded() / 100 },
            openAt: openAt.map { index.hours.openThen(row.hours, at: $0) })
        let groups = (item.optionGroups ?? []).compactMap { key in
            published.menu.optionGroups?.first { $0.key == key }
        }
        return .json(
            .ok,
            DishDetails(
                dish: dish, section: section.name, menuItem: item, optionGroups: groups.nilIfEmpty),
            etag: .content)
    }
}
