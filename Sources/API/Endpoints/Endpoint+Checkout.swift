/// Paying a share of a bill at the provider's page.
extension Endpoint {
    public static var readCheckouts: Endpoint { .get("/v1/outings/{id}/bills/{bid}/checkouts") }
    public static var startCheckout: Endpoint { .post("/v1/outings/{id}/bills/{bid}/checkouts") }
    public static var takeCheckoutEvent: Endpoint { .post("/v1/checkout/events") }
    public static var readRememberedCard: Endpoint { .get("/v1/me/remembered-card") }
    public static var removeRememberedCard: Endpoint { .delete("/v1/me/remembered-card") }
}
