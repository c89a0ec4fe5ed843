/// The portions that a venue counts.
extension Endpoint {
    public static var listStock: Endpoint { .get("/v1/venues/{id}/stock") }
    public static var moveStock: Endpoint { .post("/v1/venues/{id}/stock/{item}/moves") }
}
