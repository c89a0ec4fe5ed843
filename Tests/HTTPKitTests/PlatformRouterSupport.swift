import HTTPKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import NIOCore
import Synchronization
import Traces

/// A service of the platform alone: what every route of ours stands in.
struct TestService: Sendable {
    let metrics = MetricsRegistry()
    let log = LogLines()
    var host = "localhost:8080"
    var isSecure = false
    var proxies = TrustedProxies.none

    private var router: Router<AppContext> {
        let router = Router.platform(
            hosts: PublicHosts(host), isSecure: isSecure, metrics: metrics, proxies: proxies)
        router.get("/peer") { _, context in
            Response.json(.ok, ["peer": context.peer?.ipAddress ?? ""], etag: .content)
        }
        router.get("/soup") { _, _ in Response.json(.ok, ["name": "Soup"], etag: .version(7)) }
        router.get("/trace") { _, context in
            context.logger.info("inside")
            return Response.json(.ok, ["header": Trace.current?.header ?? ""], etag: .content)
        }
        router.get("/menu") { _, _ in
            Response.json(.ok, Array(repeating: "Soup of the day", count: 200), etag: .content)
        }
        router.get("/i/{token}") { _, _ in Response.page(.ok, "<!doctype html><title>Invitation</title>") }
        router.get("/broken") { _, _ -> Response in throw Broken(secret: "SELECT password") }
        router.get("/refused") { _, _ -> Response in throw HTTPError(.conflict, message: "inside words") }
        router.get("/gone") { _, _ -> Response in throw Problem.notFound }
        router.post("/echo") { request, _ in Response.json(.created, try await request.json()) }
        router.patch("/echo") { request, _ in Response.json(.ok, try await request.json()) }
        router.post("/form") { request, _ in
            var form = try await request.form()
            let name = form.required("name", .text(1...20))
            return Response.json(.ok, ["name": try form.finish(name)])
        }
        router.get("/stream") { _, _ in
            Response(
                status: .ok, headers: [.contentType: MediaType.eventStream],
                body: ResponseBody { writer in
                    try await writer.write(
                        ServerSentEvent(data: String(repeating: "x", count: 5_000)).encoded())
                    try await writer.finish(nil)
                })
        }
        router.answerOtherMethods()
        return router
    }

    /// Through the router without a network.
    func test(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await application.test(.router, body)
    }

    /// Through a socket.
    func testLive(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await application.test(.live, body)
    }

    private var application: some ApplicationProtocol {
        Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: log.logger
        )
    }
}

struct Broken: Error { let secret: String }

/// Keeps what is logged.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(sink: self) }
    }

    private struct Handler: LogHandler {
        let sink: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            let line =
                "\(event.level) \(event.message) "
                + all.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            sink.lines.withLock { $0.append(line) }
        }
    }
}

extension TestResponse {
    /// The body as JSON; null if it is not.
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

    /// A member of the body's object that is text.
    func text(_ name: String) -> String? {
        guard case .object(let object) = json, case .string(let text) = object[name] else { return nil }
        return text
    }
}
