/// The menus of restaurants.
extension Endpoint {
    public static var readMenu: Endpoint { .get("/v1/restaurants/{id}/menu") }
    public static var readMenuVersion: Endpoint { .get("/v1/restaurants/{id}/menu/versions/{number}") }
    public static var readMenuAvailability: Endpoint { .get("/v1/restaurants/{id}/menu/availability") }
    public static var listMenuPictures: Endpoint { .get("/v1/restaurants/{id}/menu/pictures") }
    public static var readMenuPicture: Endpoint { .get("/v1/restaurants/{id}/menu/pictures/{item}") }
    public static var replaceMenuPicture: Endpoint { .put("/v1/venues/{id}/items/{item}/picture") }
    public static var removeMenuPicture: Endpoint { .delete("/v1/venues/{id}/items/{item}/picture") }
    public static var searchDishes: Endpoint { .get("/v1/dishes") }
    public static var readDish: Endpoint { .get("/v1/dishes/{id}") }
}
