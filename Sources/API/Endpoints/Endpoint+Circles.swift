/// Circles of friends.
extension Endpoint {
    public static var listCircles: Endpoint { .get("/v1/circles") }
    public static var createCircle: Endpoint { .post("/v1/circles") }
    public static var readCircle: Endpoint { .get("/v1/circles/{id}") }
    public static var renameCircle: Endpoint { .patch("/v1/circles/{id}") }
    public static var deleteCircle: Endpoint { .delete("/v1/circles/{id}") }
    public static var addToCircle: Endpoint { .put("/v1/circles/{id}/members/{personId}") }
    public static var removeFromCircle: Endpoint { .delete("/v1/circles/{id}/members/{personId}") }
}
