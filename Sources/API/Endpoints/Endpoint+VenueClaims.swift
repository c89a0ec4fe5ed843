/// Claims of restaurants by the people who run them.
extension Endpoint {
    public static var readClaimOptions: Endpoint { .get("/v1/restaurants/{id}/claims") }
    public static var claimVenue: Endpoint { .post("/v1/restaurants/{id}/claims") }
    public static var listOwnClaims: Endpoint { .get("/v1/me/claims") }
    public static var proveClaim: Endpoint { .post("/v1/claims/{id}/proofs") }
    public static var registerVenue: Endpoint { .post("/v1/venues") }
}
