/// The live stream.
extension Endpoint {
    public static var streamUpdates: Endpoint { Endpoint(.get, "/v1/updates/stream") }
}
