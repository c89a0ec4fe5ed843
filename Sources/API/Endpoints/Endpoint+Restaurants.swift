/// The restaurant directory and its offers.
extension Endpoint {
    public static var listOffers: Endpoint { Endpoint(.get, "/v1/offers") }
    public static var searchRestaurants: Endpoint { Endpoint(.get, "/v1/restaurants") }
    public static var suggestRestaurants: Endpoint { Endpoint(.get, "/v1/restaurants/suggest") }
    public static var searchPlaces: Endpoint { Endpoint(.get, "/v1/places") }
    public static var listRestaurantSources: Endpoint { Endpoint(.get, "/v1/restaurants/sources") }
    public static var readLiveRestaurant: Endpoint { Endpoint(.get, "/v1/restaurants/live/{source}/{id}") }
    public static var readRestaurant: Endpoint { Endpoint(.get, "/v1/restaurants/{id}") }
    public static var listCuisines: Endpoint { Endpoint(.get, "/v1/cuisines") }
}
