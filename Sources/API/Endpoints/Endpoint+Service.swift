/// The service itself.
extension Endpoint {
    public static var readPrivacy: Endpoint { .get("/v1/privacy") }
}
