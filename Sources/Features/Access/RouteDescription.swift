package import HTTPKit
package import HTTPTypes
package import OpenAPI

// Route descriptions
// ==================
// Each route has a description in `XRoutes+Description.swift` beside it. `Noonish/Contract.swift` lists all
// descriptions, and the OpenAPI document is generated from them. What routes have in common (malformed
// requests, bodies that are too large, anonymous callers) is added here according to the kind of route, so a
// description has only what is specific to its route.
//
//     RouteDescription(
//         .post, "/v1/outings/{id}/nudge", id: "nudge", .member, "Ask once more those who have not answered",
//         body: .json(.object(.optional("preview", .boolean)), isRequired: false),
//         answers: [.ok(.page(of: .person), "Who was asked")],
//         problems: [.forbidden, .of(OutingProblems.everyoneAnswered)])

/// The contract of one route.
package struct RouteDescription: Sendable {
    package let method: HTTPRequest.Method
    package let path: String
    package let id: String
    package let scope: Route.Scope
    package let kind: Route.Kind
    let summary: String
    let words: String
    let parameters: [Parameter]
    let body: Body?
    let answers: [Answer]
    let problems: [RouteProblem]
    let takesIdempotencyKey: Bool
    let needsVersion: Bool
    let isLimited: Bool

    /// - Parameters:
    ///   - id: The operation's name in generated clients, in camel case.
    ///   - scope: The same as the route's.
    ///   - parameters: Query parameters, and path parameters that are not plain IDs.
    ///   - problems: The route's own problems; common ones are added.
    ///   - isIdempotent: Whether it accepts `Idempotency-Key`; `nil` for the default, which is true for POST
    ///     only.
    ///   - needsVersion: Whether it requires `If-Match`.
    ///   - isLimited: Whether rate limits apply; false for the service's information about itself.
    package init(
        _ method: HTTPRequest.Method, _ path: String, id: String, _ scope: Route.Scope,
        kind: Route.Kind = .json,
        _ summary: String, _ words: String = "", parameters: [Parameter] = [], body: Body? = nil,
        answers: [Answer], problems: [RouteProblem] = [], isIdempotent: Bool? = nil,
        needsVersion: Bool = false, isLimited: Bool = true
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.scope = scope
        self.kind = kind
        self.summary = summary
        self.words = words
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.problems = problems
        takesIdempotencyKey = kind == .json && isIdempotent ?? (method == .post)
        self.needsVersion = needsVersion
        self.isLimited = isLimited
    }

    /// `GET /v1/outings`: the key by which routes and descriptions are matched.
    package var key: String { "\(method.rawValue) \(path)" }
}

extension Route {
    /// The key by which the route and its description are matched.
    package var key: String { "\(method.rawValue) \(path)" }
}

/// A problem specific to one route.
package struct RouteProblem: Sendable {
    let status: HTTPResponse.Status
    let codes: [String]
    let example: Problem
    let members: [SchemaField]

    /// Describes a problem by an instance of it, so that its status and code are defined once.
    ///
    /// - Parameter members: Members beyond the standard ones.
    package static func of(_ problem: Problem, _ members: SchemaField...) -> RouteProblem {
        RouteProblem(status: problem.status, codes: [problem.code], example: problem, members: members)
    }

    /// Describes 422 for input errors specific to this route, by their codes.
    package static func faults(_ codes: String...) -> RouteProblem {
        RouteProblem(
            status: .unprocessableContent, codes: codes,
            example: .unprocessable(codes.first ?? "invalid_input", "See errors.", pointer: "/"), members: [])
    }

    /// 403: the caller may see the object but not do this.
    package static let forbidden = RouteProblem.of(
        Problem.forbidden("forbidden", "You may see this, not do that."))

    /// 404, for paths without a parameter.
    package static let notFound = RouteProblem.of(Problem.notFound)
}
