/// Exports and erasure of personal data.
extension Endpoint {
    public static var askForExport: Endpoint { .post("/v1/me/exports") }
    public static var listExports: Endpoint { .get("/v1/me/exports") }
    public static var takeExport: Endpoint { .get("/v1/me/exports/{id}/archive") }
    public static var readErasure: Endpoint { .get("/v1/me/erasure") }
    public static var askForErasure: Endpoint { .put("/v1/me/erasure") }
    public static var takeBackErasure: Endpoint { .delete("/v1/me/erasure") }
}
