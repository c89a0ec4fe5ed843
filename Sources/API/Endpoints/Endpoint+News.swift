/// Updates and the history of an outing.
extension Endpoint {
    public static var readHistory: Endpoint { Endpoint(.get, "/v1/outings/{id}/history") }
    public static var listUpdates: Endpoint { Endpoint(.get, "/v1/updates") }
    public static var markUpdatesRead: Endpoint { Endpoint(.post, "/v1/updates/read") }
}
