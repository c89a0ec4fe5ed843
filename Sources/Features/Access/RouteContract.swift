package import HTTPKit
package import HTTPTypes
package import NoonishAPI
package import OpenAPI

/// Everything about a route except its handler: its path, its purpose, who may call it, its input and its
/// answers.
///
/// Answers that all routes share, such as the problem of a malformed request, are added when the OpenAPI
/// document is generated; see `RouteContract+Problems.swift`.
package struct RouteContract: Sendable {
    package let endpoint: Endpoint
    package let method: HTTPRequest.Method
    package let action: Action
    package let scope: Scope
    package let kind: Kind
    /// The longest accepted body, in bytes; a longer one is answered with 413.
    package let bodyLimit: Int
    /// Earlier shapes of the answer that are still served, newest first.
    package let formerShapes: [FormerShape]
    let summary: String
    let details: String
    let parameters: [Parameter]
    let body: Body?
    let answers: [Answer]
    let problems: [RouteProblem]
    let takesIdempotencyKey: Bool
    let needsVersion: Bool
    /// Whether the handler reads by ``Call/all(_:from:)`` or writes by ``Call/write(_:_:)`` before anything else. Their first
    /// round trip checks the caller's session, so that none has to do so before.
    let checksSession: Bool

    /// The callers who may use the route at all. ``decide(_:_:_:as:)`` checks what they may do to a particular object.
    package enum Scope: String, Hashable, Sendable {
        case anyone
        /// A member, or a guest with a personal token.
        case guest
        case member
        /// A member, or a device that was paired with a venue.
        case venue
        /// A member, a guest, or a device.
        case reader
    }

    package enum Kind: Hashable, Sendable {
        /// JSON. A browser's cookie is accepted only in requests from our own pages.
        case json
        /// A page or form for people. A form contains a token, which the handler checks.
        case page
    }

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - summary: An imperative phrase: "List updates".
    ///   - details: Further sentences in Markdown.
    ///   - parameters: The parameters of the query, and path variables that are not plain ids.
    ///   - problems: The problems of this route alone.
    ///   - isIdempotent: Whether the route accepts `Idempotency-Key`; by default, POST does.
    ///   - needsVersion: Whether the route requires `If-Match`.
    ///   - checksSession: Whether the handler's first statement is one of ``Call/all(_:from:)`` or ``Call/write(_:_:)``. Before
    ///     it the handler must have no effects, because a request whose session has ended is handled twice.
    package init(
        _ endpoint: Endpoint, _ action: Action, scope: Scope, kind: Kind = .json,
        bodyLimit: Int = InputLimits.bodyBytes, formerShapes: [FormerShape] = [], _ summary: String,
        _ details: String = "", parameters: [Parameter] = [], body: Body? = nil, answers: [Answer],
        problems: [RouteProblem] = [], isIdempotent: Bool? = nil, needsVersion: Bool = false,
        checksSession: Bool = false
    ) {
        self.checksSession = checksSession
        self.endpoint = endpoint
        method = HTTPRequest.Method(endpoint.method)
        self.action = action
        self.scope = scope
        self.kind = kind
        self.bodyLimit = bodyLimit
        self.formerShapes = formerShapes
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.problems = problems
        takesIdempotencyKey = kind == .json && isIdempotent ?? (endpoint.method == .post)
        self.needsVersion = needsVersion
    }

    /// Whether the route is a page or form for people outside the API, which the OpenAPI document leaves out.
    package var isWebPage: Bool { kind == .page && !path.hasPrefix("/v1/") }

    package var path: String { endpoint.path }
    /// Method and path, which no two routes share: `GET /v1/outings`.
    package var key: String { "\(method.rawValue) \(path)" }
}

extension HTTPRequest.Method {
    fileprivate init(_ method: Endpoint.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}

/// A problem of one route, in addition to those that all routes share.
package struct RouteProblem: Sendable {
    let status: HTTPResponse.Status
    let codes: [String]
    let example: Problem
    let members: [SchemaField]
    /// The problem of many routes that this one has too.
    let shared: SharedProblem?

    private init(
        status: HTTPResponse.Status, codes: [String], example: Problem, members: [SchemaField] = [],
        shared: SharedProblem? = nil
    ) {
        self.status = status
        self.codes = codes
        self.example = example
        self.members = members
        self.shared = shared
    }

    /// The problem that the route throws.
    ///
    /// - Parameter members: Its members beyond those of RFC 9457.
    package static func of(_ problem: Problem, _ members: SchemaField...) -> RouteProblem {
        RouteProblem(status: problem.status, codes: [problem.code], example: problem, members: members)
    }

    /// A limit on how many there can be at the same time, with the members of ``Problem/withLimit(_:)``.
    package static func limit(_ problem: Problem) -> RouteProblem {
        of(
            problem, .field("limit", .integer(1...100_000), "How many there can be."),
            .field("left", .integer(0...0), "How many more there can be."))
    }

    /// 422 for input that only this route rejects, by the codes of the faults.
    package static func faults(_ codes: String...) -> RouteProblem {
        RouteProblem(
            status: .unprocessableContent, codes: codes,
            example: .unprocessable(codes.first ?? "invalid_input", "See errors.", pointer: "/"))
    }

    /// 403: the caller may see the object, but not do this to it.
    package static let forbidden = RouteProblem(
        status: .forbidden, codes: SharedProblem.forbidden.codes,
        example: .forbidden("forbidden", "You may see this, not do that."), shared: .forbidden)

    /// 404, for routes whose path has no variables; the others have it anyway.
    package static let notFound = RouteProblem.of(Problem.notFound)
}
