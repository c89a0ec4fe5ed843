/// The live stream.
extension Endpoint {
    public static var streamUpdates: Endpoint { .get("/v1/updates/stream") }
}
