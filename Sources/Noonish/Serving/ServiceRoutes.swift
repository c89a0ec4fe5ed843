import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import NoonishAPI
import OpenAPI
import Postgres

/// The state of the process, for operators and their monitoring.
struct ServiceRoutes: RouteGroup {
    let readiness: Readiness
    let metrics: MetricsRegistry
    let metricsArePublic: Bool

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .isAlive, .readService, scope: .anyone, "Check that the process responds",
            answers: [.ok(.object(.field("status", .constant("ok"))), "The process responds")], handler: alive
        ),
        RouteDefinition(
            .isReady, .readService, scope: .anyone, "Check that the service is ready",
            answers: [
                .ok(readiness, "Ready"),
                .json(503, readiness, "Not ready: no requests should be routed here", []),
            ], handler: ready),
        RouteDefinition(
            .readMetrics, .readService, scope: .anyone, "Read metrics",
            "In the format of Prometheus. Available from the same machine only, unless `metrics.public` is set.",
            answers: [
                .text(MetricsRegistry.contentType, "All metrics", example: "# TYPE http_requests counter\n")
            ], problems: [.notFound], handler: measured),
    ]

    /// Responds if the process is alive. Restart it if it does not respond.
    func alive(_ call: Call) -> Response {
        .json(.ok, Health(status: "ok", checks: []))
    }

    /// Checks that the process can serve requests.
    func ready(_ call: Call) async -> Response {
        let checks = await readiness.check()
        let isReady = readiness.isReady(checks)
        return .json(
            isReady ? .ok : .serviceUnavailable,
            Health(status: isReady ? "ready" : "not ready", checks: checks))
    }

    /// Returns the metrics, to the same machine only unless `metrics.public` is set. A request through a proxy on
    /// this machine counts as one from outside.
    func measured(_ call: Call) throws -> Response {
        guard metricsArePublic || LocalCaller.made(call.request, in: call.context) else {
            throw Problem.notFound
        }
        let headers: HTTPFields = [.contentType: MetricsRegistry.contentType, .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: metrics.render())))
    }
}

extension ServiceRoutes {
    /// The router of a process that handles no other requests. This machine may use its loopback names.
    func router(hosts: PublicHosts, site: Site) -> Router<AppContext> {
        let router = Router<AppContext>.platform(
            hosts: hosts, isSecure: false, metrics: metrics, localPaths: Set(routes.map(\.path)))
        RouteTable(routes, site: site, resolvers: []).register(on: router)
        router.answerOtherMethods()
        return router
    }

    private static let readiness = Schema.object(
        .field("status", .words(["ready", "not ready"])), .field("database", .boolean),
        .optional("restaurants", .boolean, "Whether the restaurants are in memory; a worker needs none."))
}

private struct Health: JSONEncodable {
    let status: String
    let checks: [Readiness.Check]

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("status", status)
            for check in checks { $0.field(named: check.name, check.isReady) }
        }
    }
}

extension Endpoint {
    static var isAlive: Endpoint { .get("/healthz") }
    static var isReady: Endpoint { .get("/readyz") }
    static var readMetrics: Endpoint { .get("/metrics") }
}
