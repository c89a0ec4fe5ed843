import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import Postgres

/// What an operator, or the operator's machinery, asks the program about itself.
struct ServiceRoutes: Sendable {
    let readiness: Readiness
    let metrics: MetricsRegistry
    let metricsArePublic: Bool

    var routes: [Route] {
        [
            Route(.get, "/healthz", .readService, scope: .anyone, alive),
            Route(.get, "/readyz", .readService, scope: .anyone, ready),
            Route(.get, "/metrics", .readService, scope: .anyone, measured),
        ]
    }

    /// `GET /healthz`: the process answers. Restart it when it does not.
    @Sendable func alive(_ call: Call) -> Response {
        .json(.ok, Health(status: "ok", checks: []))
    }

    /// `GET /readyz`: it can do its work. Send it nobody while it cannot.
    @Sendable func ready(_ call: Call) async -> Response {
        let checks = await readiness.check()
        let isReady = checks.allSatisfy(\.isReady)
        return .json(
            isReady ? .ok : .serviceUnavailable,
            Health(status: isReady ? "ready" : "not ready", checks: checks))
    }

    /// `GET /metrics`, to this machine alone unless `metrics.public`. A proxy on this machine speaks for others.
    @Sendable func measured(_ call: Call) throws -> Response {
        let isForwarded = call.request.headers.contains { field in
            field.name == .forwarded || field.name.canonicalName.hasPrefix("x-forwarded-")
        }
        guard metricsArePublic || (PeerAddress.isLoopback(call.context.peer) && !isForwarded) else {
            throw Problem.notFound
        }
        let headers: HTTPFields = [.contentType: MetricsRegistry.contentType, .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: metrics.render())))
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = constant("Forwarded")
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
