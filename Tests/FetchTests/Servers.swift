import Fetch
import Foundation
import Logging
import Metrics
import TestSupport
import Testing

/// What the HTTP server says it was asked, in the body of its answer.
struct Echo: Decodable {
    let method: String
    let target: String
    let headers: [[String]]
    let body: String
    let connection: Int

    subscript(_ name: String) -> String? { headers.first { $0[0].lowercased() == name }?[1] }
}

/// What the HTTP server says happened to it.
struct Happening: Decodable {
    let event: String
    let target: String
}

extension TransferLimits {
    /// For a machine that is busy with other tests.
    static let patient = TransferLimits(total: .seconds(30), connect: .seconds(30))
}

extension FetchResponse {
    /// Which of the server's connections, counted from 1, brought this answer.
    var connection: Int? { try? JSONDecoder().decode(Echo.self, from: Data(body)).connection }
}

func withClient(
    authority: String? = nil, perDestination: Int = 4,
    resolver: NameResolver = .system, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
    _ test: (FetchClient) async throws -> Void
) async throws {
    let configuration = FetchConfiguration(
        userAgent: "FetchTests/1.0", certificateAuthorities: authority, perDestination: perDestination)
    let client = try FetchClient(
        configuration, logger: Logger(label: "fetch"), resolver: resolver, metrics: metrics)
    do { try await test(client) } catch {
        await client.shutdown()
        throw error
    }
    await client.shutdown()
}

func withHTTPServer(
    perDestination: Int = 4, _ test: (FetchClient, PythonServer) async throws -> Void
) async throws {
    try await PythonServer.run("http_server.py") { server in
        try await withClient(perDestination: perDestination) { client in try await test(client, server) }
    }
}

extension PythonServer {
    /// Waits for the next thing that happens to the server, which must be this.
    func expect(_ name: String, at target: String? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let happening: Happening = try await event()
        #expect(happening.event == name, sourceLocation: sourceLocation)
        if let target { #expect(happening.target == target, sourceLocation: sourceLocation) }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    func request(
        _ path: String, _ method: FetchRequest.Method = .get, body: [UInt8]? = nil,
        limits: TransferLimits = .patient
    ) throws -> FetchRequest {
        try FetchRequest(method, url(path), body: body, policy: .any, allowsPlainHTTP: true, limits: limits)
    }

    func secureRequest(
        _ path: String, _ method: FetchRequest.Method = .get, host: String = "localhost",
        body: [UInt8]? = nil,
        policy: AddressPolicy = .any
    ) throws -> FetchRequest {
        try FetchRequest(
            method, "https://\(host):\(port)\(path)", body: body, policy: policy, limits: .patient)
    }
}
