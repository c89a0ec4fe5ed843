public import HTTPTypes
public import NIOCore

/// What carries requests to a server. ``NoonishClient`` does everything else, so a transport neither repeats nor reads what
/// it carries.
///
/// `NoonishTransport` has one on AsyncHTTPClient. Another, on `URLSession` for instance, has this one method to write.
public protocol Transport: Sendable {
    /// Sends one request and returns when the head of its answer is there.
    ///
    /// - Parameter request: With scheme, authority and path, query included.
    /// - Throws: Whatever kept the answer from coming; also where nothing was sent. An answer of any status is none.
    func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TransportAnswer
}

/// The head of an answer, and its body as it comes.
public struct TransportAnswer: Sendable {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    /// Decompressed. Who stops reading gives the connection up.
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
