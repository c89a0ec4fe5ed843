/// What a venue has sold.
extension Endpoint {
    public static var listSales: Endpoint { .get("/v1/venues/{id}/sales") }
    public static var recordSale: Endpoint { .post("/v1/venues/{id}/sales") }
    public static var readSale: Endpoint { .get("/v1/venues/{id}/sales/{saleId}") }
    public static var voidSale: Endpoint { .post("/v1/venues/{id}/sales/{saleId}/void") }
    public static var addSaleTip: Endpoint { .post("/v1/venues/{id}/sales/{saleId}/tips") }
    public static var sumSales: Endpoint { .get("/v1/venues/{id}/records/sales") }
    public static var exportSales: Endpoint { .get("/v1/venues/{id}/records/lines") }
}
