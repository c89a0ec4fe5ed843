/// The service itself.
extension Endpoint {
    public static var readPrivacy: Endpoint { Endpoint(.get, "/v1/privacy") }
}
