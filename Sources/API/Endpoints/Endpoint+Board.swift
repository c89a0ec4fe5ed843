/// The board of a venue: the orders that it works on, and the devices that show them.
extension Endpoint {
    public static var readBoard: Endpoint { .get("/v1/venues/{id}/board") }
    public static var listVenueOrders: Endpoint { .get("/v1/venues/{id}/orders") }
    public static var answerVenueOrder: Endpoint { .post("/v1/venues/{id}/orders/{orderId}/transitions") }
    public static var markVenueOrderSeen: Endpoint { .put("/v1/venues/{id}/orders/{orderId}/seen") }
    public static var messageGroup: Endpoint { .post("/v1/venues/{id}/orders/{orderId}/messages") }
    public static var setStation: Endpoint { .put("/v1/venues/{id}/orders/{orderId}/stations/{station}") }
    public static var setAvailability: Endpoint { .put("/v1/venues/{id}/items/{item}/availability") }
    public static var listVenueDevices: Endpoint { .get("/v1/venues/{id}/devices") }
    public static var addVenueDevice: Endpoint { .post("/v1/venues/{id}/devices") }
    public static var removeVenueDevice: Endpoint { .delete("/v1/venues/{id}/devices/{deviceId}") }
    public static var pairDevice: Endpoint { .post("/v1/devices/pairings") }
}
