/// Exports and erasure of personal data.
extension Endpoint {
    public static var askForExport: Endpoint { Endpoint(.post, "/v1/me/exports") }
    public static var listExports: Endpoint { Endpoint(.get, "/v1/me/exports") }
    public static var takeExport: Endpoint { Endpoint(.get, "/v1/me/exports/{id}/archive") }
    public static var readErasure: Endpoint { Endpoint(.get, "/v1/me/erasure") }
    public static var askForErasure: Endpoint { Endpoint(.put, "/v1/me/erasure") }
    public static var takeBackErasure: Endpoint { Endpoint(.delete, "/v1/me/erasure") }
}
