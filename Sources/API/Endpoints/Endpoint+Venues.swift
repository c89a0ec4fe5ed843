/// Venues: restaurants that people run here.
extension Endpoint {
    public static var listOwnVenues: Endpoint { .get("/v1/me/venues") }
    public static var readVenue: Endpoint { .get("/v1/venues/{id}") }
    public static var editVenue: Endpoint { .patch("/v1/venues/{id}") }
    public static var replaceVenueLogo: Endpoint { .put("/v1/venues/{id}/logo") }
    public static var removeVenueLogo: Endpoint { .delete("/v1/venues/{id}/logo") }
    public static var listVenueMembers: Endpoint { .get("/v1/venues/{id}/people") }
    public static var addVenueMember: Endpoint { .post("/v1/venues/{id}/people") }
    public static var changeVenueMember: Endpoint { .patch("/v1/venues/{id}/people/{personId}") }
    public static var removeVenueMember: Endpoint { .delete("/v1/venues/{id}/people/{personId}") }
    public static var listVenueChanges: Endpoint { .get("/v1/venues/{id}/changes") }
    public static var listVenueStations: Endpoint { .get("/v1/venues/{id}/stations") }
    public static var storeVenueStations: Endpoint { .put("/v1/venues/{id}/stations") }
}
