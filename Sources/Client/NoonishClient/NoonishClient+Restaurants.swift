public import Foundation
import JSON
public import NoonishAPI

/// Restaurant search, menus, ratings and offers.
extension NoonishClient {
    /// Searches for restaurants.
    public func restaurants(_ search: RestaurantSearch) async throws -> Resource<RestaurantPage> {
        try await read(Call(.searchRestaurants, query: search.query))
    }

    /// Returns a restaurant.
    ///
    /// - Parameter outing: An outing for which to count the people the restaurant suits; `nil` for none.
    public func restaurant(_ id: RestaurantID, for outing: OutingID? = nil) async throws -> Resource<
        Restaurant
    > {
        try await read(Call(.readRestaurant, id, query: [("outing", outing?.description)]))
    }

    /// Returns completions of a partly typed search.
    public func suggestions(
        for text: String, nearLatitude latitude: Double, longitude: Double
    ) async throws -> [RestaurantSuggestion] {
        let page: Resource<Page<RestaurantSuggestion>> = try await read(
            Call(.suggestRestaurants, query: [("q", text), ("near", "\(latitude),\(longitude)")]))
        return page.value.items
    }

    /// Finds towns, districts, streets and addresses of the directory: the best matches first, then the nearest.
    ///
    /// - Parameter text: A name, also typed in part or with a typo.
    public func places(
        matching text: String, nearLatitude latitude: Double, longitude: Double
    ) async throws -> [NamedArea] {
        let page: Resource<Page<NamedArea>> = try await read(
            Call(.searchPlaces, query: [("query", text), ("near", "\(latitude),\(longitude)")]))
        return page.value.items
    }

    /// Lists the sources of restaurant data, with their required attribution.
    public func restaurantSources() async throws -> Resource<Page<ListedSource>> {
        try await read(Call(.listRestaurantSources))
    }

    /// Lists the cuisines that a search accepts.
    public func cuisines() async throws -> Resource<Page<RestaurantCuisine>> {
        try await read(Call(.listCuisines))
    }

    /// Rates the restaurant of an outing that the caller attended.
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
        return try await writeForValue(Call(.rateRestaurant, id, body: rating))
    }

    /// Returns the caller's rating of an outing's restaurant.
    public func rating(of outing: OutingID) async throws -> Resource<VisitRatingState> {
        try await read(Call(.readOwnRating, outing))
    }

    /// Removes the caller's rating.
    public func removeRating(of outing: OutingID) async throws {
        try await perform(Call(.removeOwnRating, outing))
    }

    /// Returns a restaurant's menu.
    ///
    /// - Parameter version: `nil` for the newest.
    public func menu(of id: RestaurantID, version: Int? = nil) async throws -> Resource<PublishedMenu> {
        guard let version else { return try await read(Call(.readMenu, id)) }
        return try await read(Call(.readMenuVersion, id, version))
    }

    /// Returns what of a restaurant's newest menu is not served at a time.
    ///
    /// - Parameter zone: The time zone that the menu's hours refer to.
    public func menuAvailability(
        of id: RestaurantID, at time: Date, in zone: TimeZone
    ) async throws -> Resource<MenuAvailability> {
        try await read(
            Call(
                .readMenuAvailability, id,
                query: [("at", time.formatted(.iso8601)), ("timeZone", zone.identifier)]))
    }

    /// Returns the pictures of a restaurant's menu; ``picture(_:)`` reads them.
    public func menuPictures(of id: RestaurantID) async throws -> Resource<MenuPictures> {
        try await read(Call(.listMenuPictures, id))
    }

    /// Searches for dishes of published menus.
    public func dishes(_ search: DishSearch) async throws -> Resource<DishPage> {
        try await read(Call(.searchDishes, query: search.query))
    }

    /// Returns a dish as its menu has it.
    public func dish(_ id: DishID) async throws -> Resource<DishDetails> {
        try await read(Call(.readDish, id))
    }

    /// Lists a restaurant's offers, as its sources report them.
    ///
    /// - Parameter date: `nil` for all current and future offers.
    public func offers(of id: RestaurantID, at date: Date? = nil) async throws -> [Offer] {
        let page: Resource<Page<Offer>> = try await read(
            Call(.listOffers, query: [("restaurant", "\(id)"), ("at", date.map { $0.formatted(.iso8601) })]))
        return page.value.items
    }

    /// Returns a restaurant as an external source reports it now.
    public func liveRestaurant(_ id: String, from source: String) async throws -> LiveRestaurants {
        try await read(Call(.readLiveRestaurant, source, id)).value
    }
}
