import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import OpenAPI

/// The contract for programs, and the page on which people read it.
struct ContractRoutes: Sendable {
    let web: WebFiles

    var routes: [Route] {
        [
            Route(.get, "/openapi.json", .readService, scope: .anyone, document),
            Route(.get, "/docs", .readService, scope: .anyone, kind: .page) { _ in
                try web.answer("reference.html")
            },
        ]
    }

    /// `GET /openapi.json`
    private func document(_ call: Call) -> Response {
        let headers: HTTPFields = [
            .contentType: MediaType.json, .eTag: Self.tag.description, .cacheControl: "public, no-cache",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: Self.bytes))
    }

    private static let bytes = ByteBuffer(string: Contract.document.text)
    private static let tag = EntityTag(.content, representation: bytes)
}

extension ContractRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/openapi.json", id: "readContract", .anyone, "This document",
            answers: [.ok(.anything(.object(.init())), "In OpenAPI 3.1", isTagged: true)], isLimited: false),
        RouteDescription(
            .get, "/docs", id: "showReference", .anyone, kind: .page, "This document, for people",
            answers: [.page("The page")], isLimited: false),
    ]
}

extension ServiceRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/healthz", id: "isAlive", .anyone, "Whether the process answers",
            answers: [.ok(.object(.field("status", .constant("ok"))), "It does")], isLimited: false),
        RouteDescription(
            .get, "/readyz", id: "isReady", .anyone, "Whether the service can do its work",
            answers: [
                .ok(readiness, "It can"),
                .json(503, readiness, "It cannot: send it nobody", []),
            ], isLimited: false),
        RouteDescription(
            .get, "/metrics", id: "readMetrics", .anyone, "Measurements, in Prometheus' format",
            "Only to this machine, unless `metrics.public`.",
            answers: [
                .text(MetricsRegistry.contentType, "Every metric", example: "# TYPE http_requests counter\n")
            ], problems: [.notFound], isLimited: false),
    ]

    private static let readiness = Schema.object(
        .field("status", .words(["ready", "not ready"])), .field("database", .boolean),
        .field("restaurants", .boolean, "Whether they are in memory."))
}

extension WebFiles {
    static let descriptions: [RouteDescription] =
        screens.map { path in
            RouteDescription(
                .get, path,
                id: "show" + path.split(whereSeparator: { !$0.isLetter }).map(\.capitalized).joined()
                    + "Screen",
                .anyone, kind: .page, "The browser client", answers: [.page("The one page of every screen")],
                isLimited: false)
        } + [
            RouteDescription(
                .get, "/assets/{path}", id: "readAsset", .anyone, kind: .page, "A file of the browser client",
                "The path may have further slashes.",
                parameters: [.path("path", .string("app.css"), "Of the file.")],
                answers: [Answer(200, "The file", types.values.sorted().map { Content($0, .string("")) })],
                isLimited: false),
            RouteDescription(
                .get, "/service-worker.js", id: "readServiceWorker", .anyone, kind: .page,
                "The browser client's worker",
                answers: [.text("text/javascript; charset=utf-8", "The script", example: "")],
                isLimited: false),
            RouteDescription(
                .get, "/locales/{tag}.json", id: "readTexts", .anyone, kind: .page,
                "What the browser client says, in one language",
                parameters: [.path("tag", .string("en"), "A language that the service has.")],
                answers: [
                    .ok(.map(of: .string("Outings"), "outings.title"), "Sentences by key", isTagged: true)
                ], isLimited: false),
        ]
}
