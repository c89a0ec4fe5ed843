/// The menus of restaurants.
extension Endpoint {
    public static var readMenu: Endpoint { Endpoint(.get, "/v1/restaurants/{id}/menu") }
    public static var readMenuVersion: Endpoint {
        Endpoint(.get, "/v1/restaurants/{id}/menu/versions/{number}")
    }
    public static var readMenuAvailability: Endpoint {
        Endpoint(.get, "/v1/restaurants/{id}/menu/availability")
    }
    public static var searchDishes: Endpoint { Endpoint(.get, "/v1/dishes") }
    public static var readDish: Endpoint { Endpoint(.get, "/v1/dishes/{id}") }
}
