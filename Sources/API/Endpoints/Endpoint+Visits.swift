/// Ratings of visited restaurants and proposals for circles.
extension Endpoint {
    public static var readCircleMemory: Endpoint { Endpoint(.get, "/v1/circles/{id}/memory") }
    public static var proposeNext: Endpoint { Endpoint(.get, "/v1/circles/{id}/proposal") }
    public static var rateRestaurant: Endpoint { Endpoint(.post, "/v1/restaurants/{id}/ratings") }
    public static var readOwnRating: Endpoint { Endpoint(.get, "/v1/outings/{id}/rating") }
    public static var removeOwnRating: Endpoint { Endpoint(.delete, "/v1/outings/{id}/rating") }
}
