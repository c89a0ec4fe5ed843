/// Updates and the history of an outing.
extension Endpoint {
    public static var readHistory: Endpoint { .get("/v1/outings/{id}/history") }
    public static var listUpdates: Endpoint { .get("/v1/updates") }
    public static var markUpdatesRead: Endpoint { .post("/v1/updates/read") }
}
