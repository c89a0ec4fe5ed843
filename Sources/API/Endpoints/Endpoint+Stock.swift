/// The portions that a venue counts.
extension Endpoint {
    public static var listStock: Endpoint { .get("/v1/venues/{id}/stock") }
    public static var listStockMoves: Endpoint { .get("/v1/venues/{id}/stock/moves") }
    public static var moveStock: Endpoint { .post("/v1/venues/{id}/stock/{item}/moves") }
}
