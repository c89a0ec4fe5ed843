public import Foundation
import JSON
public import NoonishAPI

/// Restaurant search, ratings and offers.
extension NoonishClient {
    /// `GET /v1/restaurants`
    public func restaurants(_ search: RestaurantSearch) async throws -> Resource<RestaurantPage> {
        try await read(.get("/v1/restaurants", search.query))
    }

    /// `GET /v1/restaurants/{id}`
    ///
    /// - Parameter outing: An outing for which to count the people the restaurant suits; `nil` for none.
    public func restaurant(_ id: RestaurantID, for outing: OutingID? = nil) async throws -> Resource<
        Restaurant
    > {
        try await read(.get("/v1/restaurants/\(id)", [("outing", outing?.description)]))
    }

    /// `GET /v1/restaurants/suggest`: returns completions of a partly typed search.
    public func suggestions(
        for text: String, nearLatitude latitude: Double, longitude: Double
    ) async throws -> [RestaurantSuggestion] {
        let page: Resource<Page<RestaurantSuggestion>> = try await read(
            .get("/v1/restaurants/suggest", [("q", text), ("near", "\(latitude),\(longitude)")]))
        return page.value.items
    }

    /// `GET /v1/restaurants/sources`: lists the sources of restaurant data, with their required attribution.
    public func restaurantSources() async throws -> Resource<Page<ListedSource>> {
        try await read(.get("/v1/restaurants/sources"))
    }

    /// `GET /v1/cuisines`
    public func cuisines() async throws -> Resource<Page<RestaurantCuisine>> {
        try await read(.get("/v1/cuisines"))
    }

    /// `POST /v1/restaurants/{id}/ratings`: rates the restaurant of an outing that the caller attended.
    ///
    /// - Parameters:
    ///   - stars: 1 to 5.
    ///   - words: A private note.
    public func rate(
        _ id: RestaurantID, after outing: OutingID, stars: Int, words: String? = nil
    ) async throws -> VisitRating {
        let rating: JSONValue = [
            "outingId": .string("\(outing)"), "stars": .integer(stars), "words": .orNull(words),
        ]
        return try await writeForValue(.post("/v1/restaurants/\(id)/ratings", rating))
    }

    /// `GET /v1/outings/{id}/rating`
    public func rating(of outing: OutingID) async throws -> Resource<VisitRatingState> {
        try await read(.get("/v1/outings/\(outing)/rating"))
    }

    /// `DELETE /v1/outings/{id}/rating`
    public func removeRating(of outing: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(outing)/rating"))
    }

    /// `GET /v1/offers`: lists a restaurant's offers, as its sources report them.
    ///
    /// - Parameter date: `nil` for all current and future offers.
    public func offers(of id: RestaurantID, at date: Date? = nil) async throws -> [Offer] {
        let page: Resource<Page<Offer>> = try await read(
            .get("/v1/offers", [("restaurant", "\(id)"), ("at", date.map { $0.formatted(.iso8601) })]))
        return page.value.items
    }

    /// `GET /v1/restaurants/live/{source}/{id}`: returns a restaurant as an external source reports it now.
    public func liveRestaurant(_ id: String, from source: String) async throws -> LiveRestaurants {
        try await read(.get("/v1/restaurants/live/\(Call.escape(source))/\(Call.escape(id))")).value
    }
}
