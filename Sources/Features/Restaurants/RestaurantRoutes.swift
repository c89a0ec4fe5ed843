package import Access
import Foundation
import Geo
import GeoSearch
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
package import Postgres

/// Finding restaurants.
package struct RestaurantRoutes: Sendable {
    let database: any Database
    let index: RestaurantIndex

    package init(database: any Database, index: RestaurantIndex) {
        self.database = database
        self.index = index
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/restaurants", .searchRestaurants, scope: .anyone, search),
            Route(.get, "/v1/restaurants/{id}", .readRestaurant, scope: .anyone, restaurant),
            Route(.get, "/v1/cuisines", .searchRestaurants, scope: .anyone, cuisines),
        ]
    }

    /// `GET /v1/restaurants?near=60.1699,24.9384&q=sushi`: from the index alone.
    private func search(_ call: Call) async throws -> Response {
        let search = try RestaurantSearch(call.query, index.words)
        guard index.isReady else { throw RestaurantProblems.stillLoading }
        let page: PlacePage
        do {
            page = try index.search(search.query)
        } catch {
            throw RestaurantProblems.cursorOfAnotherQuery
        }
        let items = page.hits.map { RestaurantSummary($0, source: index.source(of: $0.place)) }
        let next = page.next?.description
        return .json(.ok, Page(items: items, next: next), headers: call.link(toNext: next))
    }

    /// `GET /v1/restaurants/{id}`: from the table, so that it is there the moment it is written.
    private func restaurant(_ call: Call) async throws -> Response {
        var query = call.query
        let near = query.optional("near", .coordinate)
        _ = query.optional("openAt", .instant)
        try query.finish()
        let id = try call.id("id", RestaurantID.self)
        guard let row = try await database.first(.restaurant(id)),
            let source = try await database.first(.restaurantSource(row.source))
        else { throw RestaurantProblems.unknownRestaurant }
        let restaurant = Restaurant(row, near: near, source: source)
        return .json(.ok, restaurant, etag: .version(row.version))
    }

    /// `GET /v1/cuisines`: what `cuisine=` takes, by name in the reader's language.
    private func cuisines(_ call: Call) async throws -> Response {
        var query = call.query
        try query.finish()
        let languages = call.request.headers[.acceptLanguage].map(LanguagePreference.languages) ?? []
        let named = index.words.cuisines.map { cuisine in
            var cuisine = cuisine
            cuisine.name = languages.lazy.compactMap { cuisine.names[$0] }.first ?? cuisine.name
            return cuisine
        }
        let sorted = named.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        return .json(.ok, Page(items: sorted), etag: .content, headers: [.vary: "Accept-Language"])
    }
}
