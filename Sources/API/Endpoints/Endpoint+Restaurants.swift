/// The restaurant directory and its offers.
extension Endpoint {
    public static var listOffers: Endpoint { .get("/v1/offers") }
    public static var searchRestaurants: Endpoint { .get("/v1/restaurants") }
    public static var suggestRestaurants: Endpoint { .get("/v1/restaurants/suggest") }
    public static var searchPlaces: Endpoint { .get("/v1/places") }
    public static var listRestaurantSources: Endpoint { .get("/v1/restaurants/sources") }
    public static var readLiveRestaurant: Endpoint { .get("/v1/restaurants/live/{source}/{id}") }
    public static var readRestaurant: Endpoint { .get("/v1/restaurants/{id}") }
    public static var readLogo: Endpoint { .get("/v1/restaurants/{id}/logo") }
    public static var listCuisines: Endpoint { .get("/v1/cuisines") }
}
