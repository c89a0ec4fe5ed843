/// Ratings of visited restaurants and proposals for circles.
extension Endpoint {
    public static var readCircleMemory: Endpoint { .get("/v1/circles/{id}/memory") }
    public static var proposeNext: Endpoint { .get("/v1/circles/{id}/proposal") }
    public static var rateRestaurant: Endpoint { .post("/v1/restaurants/{id}/ratings") }
    public static var readOwnRating: Endpoint { .get("/v1/outings/{id}/rating") }
    public static var removeOwnRating: Endpoint { .delete("/v1/outings/{id}/rating") }
}
