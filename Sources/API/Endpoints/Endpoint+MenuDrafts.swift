/// The menus of venues, as their owners edit them.
extension Endpoint {
    public static var readMenuDraft: Endpoint { .get("/v1/venues/{id}/menu/draft") }
    public static var storeMenuDraft: Endpoint { .put("/v1/venues/{id}/menu/draft") }
    public static var publishMenu: Endpoint { .post("/v1/venues/{id}/menu/publications") }
}
