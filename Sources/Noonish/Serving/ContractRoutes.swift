import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NoonishAPI
import OpenAPI

/// The OpenAPI document, and the page that shows it.
struct ContractRoutes: RouteGroup {
    let web: WebFiles

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readContract, .readService, scope: .anyone, "Read this document",
            answers: [.ok(.anything(.object(.init())), "The document, in OpenAPI 3.1", isTagged: true)],
            handler: document),
        RouteDefinition(
            .showReference, .readService, scope: .anyone, kind: .page, "Show this document as a page",
            answers: [.page("The page")], handler: page),
    ]

    private func document(_ call: Call) -> Response {
        let headers: HTTPFields = [
            .contentType: MediaType.json, .eTag: Self.tag.description, .cacheControl: "public, no-cache",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: Self.bytes))
    }

    private func page(_ call: Call) throws -> Response { try web.answer("reference.html") }

    private static let bytes = ByteBuffer(string: Contract.document.text)
    private static let tag = EntityTag(.content, representation: bytes)
}

extension Endpoint {
    static var readContract: Endpoint { .get("/openapi.json") }
    static var showReference: Endpoint { .get("/docs") }
}
