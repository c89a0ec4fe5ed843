public import AsyncHTTPClient
public import HTTPTypes
public import NIOCore
import NIOHTTP1
public import NoonishClient

/// ``Transport`` on AsyncHTTPClient: HTTP/1.1 and HTTP/2, connections kept and shared.
public struct AsyncHTTPTransport: Transport {
    private let client: HTTPClient

    /// - Parameter client: One of your own must be shut down by you. Without one all transports share one that gives a
    ///   connection up that says nothing for 90 seconds (a live stream is never as quiet, since the service sends a comment
    ///   every 25), and tells at once that nobody listens: when to try again is for ``NoonishClient/retries``.
    public init(_ client: HTTPClient? = nil) { self.client = client ?? Self.shared }

    /// There for as long as the program, so nobody shuts it down.
    private static let shared: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }()

    public func send(_ request: HTTPRequest, body: ByteBuffer?) async throws -> TransportAnswer {
        let url = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        var outgoing = HTTPClientRequest(url: url)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headerFields {
            outgoing.headers.add(name: field.name.rawName, value: field.value)
        }
        if let body { outgoing.body = .bytes(body) }
        // How long an answer may take is the connection's own matter: a live stream never ends.
        let answer = try await client.execute(outgoing, deadline: .distantFuture)
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        return TransportAnswer(
            status: .init(code: Int(answer.status.code), reasonPhrase: answer.status.reasonPhrase),
            headers: headers, body: answer.body)
    }
}
