package import Access
package import Foundation
import Geo
import GeoSearch
import HTTPKit
import HTTPTypes
package import Hummingbird
import Localization
import NoonishAPI
import NoonishClient
package import Postgres

/// Finding restaurants.
package struct RestaurantRoutes: RouteGroup {
    let database: any Database
    let index: RestaurantIndex
    let outings: any OutingContext
    /// `nil`: results are not personalised.
    let preferences: (any PersonalRanking)?
    /// `nil`: restaurants are shown without their menus.
    let menus: (any MenuSummaries)?
    let live: LiveSearch
    let now: @Sendable () -> Date

    /// Creates the routes.
    ///
    /// - Parameter live: Sources outside the directory, queried on request.
    package init(
        database: any Database, index: RestaurantIndex, outings: any OutingContext,
        preferences: (any PersonalRanking)? = nil, menus: (any MenuSummaries)? = nil,
        live: [any LiveOrigin] = [], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.index = index
        self.outings = outings
        self.preferences = preferences
        self.menus = menus
        self.live = LiveSearch(origins: live, index: index)
        self.now = now
    }

    /// Searches the index, and with `live=true` also the live sources.
    ///
    /// `outing` adds how many of its people each restaurant suits. `sort=fair` ranks by the longest way of any
    /// person who shared a starting point, on one page, because a cursor would contain the starting points.
    ///
    /// - Throws: 409 `origins_needed` if fewer than two people shared a starting point.
    package func search(_ call: Call) async throws -> Response {
        let search = try RestaurantSearch(call.query, index.words)
        guard index.isReady else { throw RestaurantProblems.stillLoading }
        var situation: OutingSituation?
        if let outing = search.outing {
            situation = try await outings.situation(of: outing, for: call.actor)
        }
        if search.isFair, let count = situation?.origins.count,
            count < RestaurantLimits.minimumOriginsForFairSearch
        {
            throw RestaurantProblems.originsNeeded(count)
        }
        let recentlyVisited = try await recentlyVisited(search, for: call)
        let liked = try await liked(search, by: call.actor.person)
        let texts = TextSearch(search.baseQuery.text, search.baseQuery, in: index)
        let instant = search.instant(situation, texts.understood, in: index, now: now())
        let page: PlacePage
        let text: SearchText
        do {
            (page, text) = try texts.page(
                search.query(
                    situation, recentlyVisited: recentlyVisited, liked: liked,
                    states: index.openStates(at: instant),
                    now: now()))
        } catch {
            throw RestaurantProblems.cursorOfAnotherQuery
        }
        let name = cuisineName(for: call)
        var items = page.hits.map { RestaurantSummary($0, from: index, name: name) }
        if let outing = search.outing, let situation {
            let fits = try await outings.dietFits(of: outing, at: items.map(\.id))
            for (position, hit) in page.hits.enumerated() {
                items[position].dietFit = fits[items[position].id]
                guard search.isFair else { continue }
                items[position].distance = search.ownDistance(to: hit.place.coordinate, situation)
                items[position].longestWay = situation.longestTravelTime(to: hit.place.coordinate)
            }
        }
        var answer = RestaurantPage(
            items: items, next: search.isFair ? nil : page.next?.description, at: instant,
            facets: page.facets.map { RestaurantFacets($0, name: name) },
            interpretation: search.baseQuery.cursor == nil ? SearchInterpretation(text) : nil)
        try await label(&answer.items, for: call.actor.person)
        if let query = search.liveQuery(at: instant) { answer.live = await live.search(query) }
        var headers = call.link(toNext: answer.next)
        headers[.vary] = "Accept-Language"
        return .json(.ok, answer, headers: headers)
    }

    package func suggest(_ call: Call) async throws -> Response {
        let suggest = try RestaurantSuggest(call.query)
        guard index.isReady else { throw RestaurantProblems.stillLoading }
        let items = suggest.suggestions(from: index, languages(of: call))
        return .json(.ok, Page(items: items), headers: [.vary: "Accept-Language"])
    }

    /// Finds towns, districts, streets and addresses by name, to say where to search.
    package func places(_ call: Call) async throws -> Response {
        var query = call.query
        let text = query.required("query", .text(RestaurantLimits.suggestText))
        let near = query.optional("near", .coordinate)
        let limit = query.optional(
            "limit", .integer(1...RestaurantLimits.maximumSuggestions), default: RestaurantLimits.suggestions)
        let words = try query.finish(text)
        guard index.isReady else { throw RestaurantProblems.stillLoading }
        let found = try await index.gazetteer.search(words, near: near, limit: limit, in: database)
        return .json(.ok, Page(items: found))
    }

    package func sources(_ call: Call) async throws -> Response {
        var query = call.query
        try query.finish()
        let stored = try await database.all(.sourcesOfRestaurants())
        let items =
            stored.map { ListedSource(source: $0, isLive: false) }
            + live.origins.map { ListedSource(source: $0.source, isLive: true) }
        return .json(.ok, Page(items: items), etag: .content)
    }

    package func liveRestaurant(_ call: Call) async throws -> Response {
        var query = call.query
        try query.finish()
        let name = try call.text("source")
        guard let origin = live.origins.first(where: { $0.source.id == name }) else {
            throw RestaurantProblems.unknownRestaurant
        }
        let id = try call.text("id")
        guard (1...RestaurantLimits.liveID).contains(id.utf8.count) else {
            throw RestaurantProblems.unknownRestaurant
        }
        let found: LiveRestaurant?
        do throws(LiveFault) {
            found = try await origin.details(id)
        } catch {
            throw RestaurantProblems.liveSourceUnavailable(error, name: origin.source.name)
        }
        guard let found else { throw RestaurantProblems.unknownRestaurant }
        return .json(
            .ok, LiveRestaurants(source: origin.source, state: .answered, items: [live.matched(found)]),
            headers: [.cacheControl: "no-store"])
    }

    /// Reads the restaurant from its table, so that a new one is found at once.
    package func restaurant(_ call: Call) async throws -> Response {
        var query = call.query
        let near = query.optional("near", .coordinate)
        let openAt = query.optional("openAt", .instant)
        let outing = query.optional("outing", .parsed("an outing's id", code: "invalid_id") { OutingID($0) })
        try query.finish()
        let id = try call.id("id", RestaurantID.self)
        guard let row = try await database.first(.restaurant(id)),
            let source = try await database.first(.restaurantSource(row.source))
        else { throw RestaurantProblems.unknownRestaurant }
        var restaurant = Restaurant(
            row, near: near, source: source, hours: index.hours, openAt: openAt, now: now())
        if let outing {
            _ = try await outings.situation(of: outing, for: call.actor)
            restaurant.summary.dietFit = try await outings.dietFits(of: outing, at: [id])[id]
        }
        if let person = call.actor.person, let preferences {
            restaurant.summary.liked = try await !preferences.liked(by: person, among: [id]).isEmpty
            restaurant.summary.lastVisitedAt = try await preferences.lastVisits(by: person, among: [id])[id]
        }
        restaurant.menu = try await menus?.overview(of: id, in: languages(of: call)).map {
            MenuOverview($0, of: row, hours: index.hours, from: openAt ?? now())
        }
        return .json(.ok, restaurant, etag: .content, headers: [.vary: "Accept-Language"])
    }

    package func cuisines(_ call: Call) async throws -> Response {
        var query = call.query
        let hasNames = query.optional("names", .boolean, default: true)
        try query.finish()
        let languages = languages(of: call)
        let named = index.words.cuisines.map { cuisine in
            var cuisine = cuisine
            cuisine.name = index.words.name(of: cuisine.id, languages)
            if !hasNames { cuisine.names = [:] }
            return cuisine
        }
        let sorted = named.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        return .json(.ok, Page(items: sorted), etag: .content, headers: [.vary: "Accept-Language"])
    }

    /// Returns the restaurants that the caller's circle has visited too recently.
    private func recentlyVisited(_ search: RestaurantSearch, for call: Call) async throws -> Set<UUID> {
        guard let circle = search.circle, let weeks = search.excludedWeeks else { return [] }
        // Anonymous callers get 404, as for another person's circle.
        guard let preferences, let person = call.actor.person else {
            throw RestaurantProblems.unknownRestaurant
        }
        return try await preferences.visited(by: circle, of: person, withinWeeks: weeks)
    }

    /// Returns the caller's preferences, if the service chooses the order.
    private func liked(_ search: RestaurantSearch, by person: PersonID?) async throws -> Set<UUID> {
        guard search.isOrderedByScore, let person, let preferences else { return [] }
        return try await preferences.liked(by: person, most: RestaurantLimits.maximumLikedPlaces)
    }

    /// Marks the restaurants that the caller liked, and those where they have been.
    private func label(_ items: inout [RestaurantSummary], for person: PersonID?) async throws {
        guard let person, let preferences else { return }
        let liked = try await preferences.liked(by: person, among: items.map(\.id))
        let visits = try await preferences.lastVisits(by: person, among: items.map(\.id))
        for index in items.indices {
            if liked.contains(items[index].id) { items[index].liked = true }
            items[index].lastVisitedAt = visits[items[index].id]
        }
    }

    private func languages(of call: Call) -> [String] {
        LanguageRanges.read(call.request.headers[.acceptLanguage] ?? "").map {
            $0.prefix { $0 != "-" }.lowercased()
        }
    }

    private func cuisineName(for call: Call) -> (String) -> String {
        let languages = languages(of: call)
        return { index.words.name(of: $0, languages) }
    }
}
