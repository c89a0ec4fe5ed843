package import HTTPKit
package import HTTPTypes
package import OpenAPI

// What a route takes and answers, as data
// =======================================
// Beside the routes of a feature, in `XRoutes+Description.swift`, stands one description for each of them, and
// `Noonish/Contract.swift` lists them all; of that the OpenAPI document is made. What all routes share (a bad request, a body
// that is too large, a caller who is nobody) is added here by what a route is, so a description says only its own.
//
//     RouteDescription(
//         .post, "/v1/outings/{id}/nudge", id: "nudge", .member, "Ask once more those who have not answered",
//         body: .json(.object(.optional("preview", .boolean)), isRequired: false),
//         answers: [.ok(.page(of: .person), "Who was asked")],
//         problems: [.forbidden, .of(OutingProblems.nobodyToAsk)])

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
    ///   - id: The operation's name for generated clients, camelCase.
    ///   - scope: The same as the route's.
    ///   - parameters: Those of the query, and those of the path that are not plain ids.
    ///   - problems: The route's own; the shared ones are added.
    ///   - isIdempotent: Whether it takes `Idempotency-Key`; nil: as a POST does and others do not.
    ///   - needsVersion: Whether it needs `If-Match`.
    ///   - isLimited: False for what the program says of itself.
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

    /// `GET /v1/outings`: what a route and its description are matched by.
    package var key: String { "\(method.rawValue) \(path)" }
}

extension Route {
    /// The same for a route.
    package var key: String { "\(method.rawValue) \(path)" }
}

/// A problem that one route may answer with, beside those that all have.
package struct RouteProblem: Sendable {
    let status: HTTPResponse.Status
    let codes: [String]
    let example: Problem
    let members: [SchemaField]

    /// The problem itself, so that its status and code stand in one place.
    ///
    /// - Parameter members: What it says beyond the standard.
    package static func of(_ problem: Problem, _ members: SchemaField...) -> RouteProblem {
        RouteProblem(status: problem.status, codes: [problem.code], example: problem, members: members)
    }

    /// 422 for input that only this route refuses, by the code of the fault.
    package static func faults(_ codes: String...) -> RouteProblem {
        RouteProblem(
            status: .unprocessableContent, codes: codes,
            example: .unprocessable(codes.first ?? "invalid_input", "See errors.", pointer: "/"), members: [])
    }

    /// 403: one may see the thing, not do that.
    package static let forbidden = RouteProblem.of(
        Problem.forbidden("forbidden", "You may see this, not do that."))

    /// 404 where the path has no parameter.
    package static let notFound = RouteProblem.of(Problem.notFound)
}
