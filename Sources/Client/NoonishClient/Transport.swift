public import HTTPTypes
public import NIOCore

/// The transport of requests to a server. ``NoonishClient`` does everything else, so a transport neither
/// retries requests nor interprets responses.
///
/// `NoonishTransport` provides one based on AsyncHTTPClient. Another one, for instance with `URLSession`,
/// only has to implement this method.
public protocol Transport: Sendable {
    /// Sends one request and returns once the head of the response has arrived.
    ///
    /// - Parameter request: Contains scheme, authority, and path with query.
    /// - Throws: Any error that prevented a response, whether or not the request was sent. A response of any
    ///   status is not an error.
    func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TransportResponse
}

/// The head of a response, and its body as a stream.
public struct TransportResponse: Sendable {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    /// The decompressed body. Ending the iteration early closes the connection.
    public var body: any AsyncSequence<ByteBuffer, any Error> & Sendable

    public init(
        status: HTTPResponse.Status, headers: HTTPFields,
        body: any AsyncSequence<ByteBuffer, any Error> & Sendable
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
