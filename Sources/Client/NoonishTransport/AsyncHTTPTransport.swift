public import AsyncHTTPClient
public import HTTPTypes
public import NIOCore
import NIOHTTP1
public import NoonishClient

/// A ``Transport`` based on AsyncHTTPClient: HTTP/1.1 and HTTP/2, with a connection pool.
public struct AsyncHTTPTransport: Transport {
    private let client: HTTPClient

    /// Creates a transport.
    ///
    /// - Parameter client: A client that the caller must shut down. By default, all transports share one that
    ///   closes connections idle for 90 seconds (live streams are never idle for that long, since the service
    ///   sends a comment every 25) and reports a failed connection at once, because retries are the task of
    ///   ``NoonishClient/retries``.
    public init(_ client: HTTPClient? = nil) { self.client = client ?? Self.shared }

    /// The shared client. It exists as long as the process, so it is never shut down.
    private static let shared: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    public func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TransportResponse {
        let url = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        var outgoing = HTTPClientRequest(url: url)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields {
            outgoing.headers.add(name: field.name.rawName, value: field.value)
        }
        if let body { outgoing.body = .bytes(body) }
        // Timeouts belong to the connection: a live stream has no deadline.
        let answer = try await client.execute(outgoing, deadline: .distantFuture)
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        return TransportResponse(
            status: .init(code: Int(answer.status.code), reasonPhrase: answer.status.reasonPhrase),
            headers: headers, body: answer.body)
    }
}
