/// Circles of friends.
extension Endpoint {
    public static var listCircles: Endpoint { Endpoint(.get, "/v1/circles") }
    public static var createCircle: Endpoint { Endpoint(.post, "/v1/circles") }
    public static var readCircle: Endpoint { Endpoint(.get, "/v1/circles/{id}") }
    public static var renameCircle: Endpoint { Endpoint(.patch, "/v1/circles/{id}") }
    public static var deleteCircle: Endpoint { Endpoint(.delete, "/v1/circles/{id}") }
    public static var addToCircle: Endpoint { Endpoint(.put, "/v1/circles/{id}/members/{personId}") }
    public static var removeFromCircle: Endpoint { Endpoint(.delete, "/v1/circles/{id}/members/{personId}") }
}
