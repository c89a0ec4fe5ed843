public import Foundation
import JSON
public import NoonishAPI

/// Finding places to eat.
extension NoonishClient {
    /// `GET /v1/restaurants`
    public func restaurants(_ search: RestaurantSearch) async throws -> Reading<RestaurantPage> {
        try await read(.get("/v1/restaurants", search.query))
    }

    /// `GET /v1/restaurants/{id}`
    ///
    /// - Parameter outing: Also says for how many of its people it works.
    public func restaurant(_ id: RestaurantID, for outing: OutingID? = nil) async throws -> Reading<
        Restaurant
    > {
        try await read(.get("/v1/restaurants/\(id)", [("outing", outing?.description)]))
    }

    /// `GET /v1/restaurants/suggest`: what somebody may mean who is still typing.
    public func suggestions(
        for text: String, nearLatitude latitude: Double, longitude: Double
    ) async throws -> [RestaurantSuggestion] {
        let page: Reading<Page<RestaurantSuggestion>> = try await read(
            .get("/v1/restaurants/suggest", [("q", text), ("near", "\(latitude),\(longitude)")]))
        return page.value.items
    }

    /// `GET /v1/restaurants/sources`: where places are known from, and what must be said of that.
    public func restaurantSources() async throws -> Reading<Page<ListedSource>> {
        try await read(.get("/v1/restaurants/sources"))
    }

    /// `GET /v1/cuisines`
    public func cuisines() async throws -> Reading<Page<RestaurantCuisine>> {
        try await read(.get("/v1/cuisines"))
    }

    /// `POST /v1/restaurants/{id}/ratings`: of where an outing was that I came to.
    ///
    /// - Parameters:
    ///   - stars: 1 to 5.
    ///   - words: For myself.
    public func rate(
        _ id: RestaurantID, after outing: OutingID, stars: Int, words: String? = nil
    ) async throws -> VisitRating {
        let rating: JSONValue = [
            "outingId": .string("\(outing)"), "stars": .integer(stars), "words": .ifAny(words),
        ]
        return try await written(.post("/v1/restaurants/\(id)/ratings", rating))
    }

    /// `GET /v1/outings/{id}/rating`
    public func rating(of outing: OutingID) async throws -> Reading<VisitRatingState> {
        try await read(.get("/v1/outings/\(outing)/rating"))
    }

    /// `DELETE /v1/outings/{id}/rating`
    public func removeRating(of outing: OutingID) async throws {
        try await done(.delete("/v1/outings/\(outing)/rating"))
    }

    /// `GET /v1/offers`: what a place offers, as its sources say.
    ///
    /// - Parameter date: Nil: whatever holds now or later.
    public func offers(of id: RestaurantID, at date: Date? = nil) async throws -> [Offer] {
        let page: Reading<Page<Offer>> = try await read(
            .get("/v1/offers", [("restaurant", "\(id)"), ("at", date.map { $0.formatted(.iso8601) })]))
        return page.value.items
    }

    /// `GET /v1/restaurants/live/{source}/{id}`: a place as a source outside of the directory has it now.
    public func liveRestaurant(_ id: String, from source: String) async throws -> LiveRestaurants {
        try await read(.get("/v1/restaurants/live/\(Call.escape(source))/\(Call.escape(id))")).value
    }
}
