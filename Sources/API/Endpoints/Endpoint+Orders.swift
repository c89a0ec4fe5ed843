/// The group order of an outing.
extension Endpoint {
    public static var openOrder: Endpoint { .post("/v1/outings/{id}/order") }
    public static var readOrder: Endpoint { .get("/v1/outings/{id}/order") }
    public static var editOrder: Endpoint { .patch("/v1/outings/{id}/order") }
    public static var moveOrder: Endpoint { .post("/v1/outings/{id}/order/transitions") }
    public static var addOrderLine: Endpoint { .post("/v1/outings/{id}/order/lines") }
    public static var repeatOrderLines: Endpoint { .post("/v1/outings/{id}/order/lines/again") }
    public static var editOrderLine: Endpoint { .patch("/v1/outings/{id}/order/lines/{lid}") }
    public static var strikeOrderLine: Endpoint { .delete("/v1/outings/{id}/order/lines/{lid}") }
    public static var restoreOrderLine: Endpoint { .post("/v1/outings/{id}/order/lines/{lid}/restore") }
    public static var passOrder: Endpoint { .put("/v1/outings/{id}/order/pass") }
    public static var withdrawOrderPass: Endpoint { .delete("/v1/outings/{id}/order/pass") }
    public static var repriceOrder: Endpoint { .post("/v1/outings/{id}/order/reprice") }
    public static var nudgeOrder: Endpoint { .post("/v1/outings/{id}/order/nudge") }
    public static var readOrderSheet: Endpoint { .get("/v1/outings/{id}/order/sheet") }
    public static var listOwnOrders: Endpoint { .get("/v1/me/orders") }
    public static var listOrderEvents: Endpoint { .get("/v1/outings/{id}/order/events") }
    public static var readOrderReceipt: Endpoint { .get("/v1/outings/{id}/order/receipt") }
    public static var readSeriesOrder: Endpoint { .get("/v1/series/{id}/order") }
    public static var setSeriesOrder: Endpoint { .put("/v1/series/{id}/order") }
    public static var removeSeriesOrder: Endpoint { .delete("/v1/series/{id}/order") }
    public static var setStandingOrder: Endpoint { .put("/v1/series/{id}/order/standing") }
    public static var readSeriesReceipts: Endpoint { .get("/v1/series/{id}/receipts") }
}
