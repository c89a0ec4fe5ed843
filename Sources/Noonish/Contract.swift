import Access
import OpenAPI

/// The OpenAPI document of the service. `noonish openapi` prints it, `docs/openapi.json` is a copy, and it is served at
/// `/openapi.json`.
enum Contract {
    /// The contract of every route, including the pages for people that the document leaves out.
    static let routes: [RouteContract] = Routes.sections.flatMap(\.groups).flatMap(\.contracts)

    static let document = OpenAPIDocument(
        title: "Noonish", version: Version.text, description: description,
        tags: Routes.sections.filter { !$0.operations.isEmpty }.map { ($0.name, $0.description) },
        securitySchemes: RouteContract.securitySchemes, security: RouteContract.memberSecurity,
        operations: Routes.sections.flatMap(\.operations))

    private static let description = """
        Plans meals with friends. Bodies are JSON in UTF-8 with names in camelCase; times are in RFC 3339; ids are opaque. \
        Errors are `application/problem+json` (RFC 9457) with a stable `code` and, for invalid input, every fault with a \
        pointer. A resource that the caller may not see is answered with 404. Every GET route accepts HEAD, every path \
        accepts OPTIONS, and other methods are answered with 405 and `Allow`. Responses are compressed for clients that \
        accept gzip; their entity tags then end in `-gz`. Lists have `items` and `next`, an opaque cursor. Programs send \
        `Authorization: Bearer`; browsers have a cookie that scripts cannot read. Every response \
        has `X-Request-Id`, the request's id in the log, and every successful one `Cache-Control`. Responses to limited \
        requests have `RateLimit` and `RateLimit-Policy`. Clients may name themselves and their version in \
        `Noonish-Client`; one that is too old is answered with 426.
        """
}

extension RouteSection {
    fileprivate var operations: [OpenAPI.Operation] {
        groups.flatMap(\.contracts).filter { !$0.isWebPage }.map { $0.operation(tag: name) }
    }
}
