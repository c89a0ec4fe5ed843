import HTTPKit
import Hummingbird
package import NoonishAPI
package import OpenAPI

// A route is one value
// ====================
// A group lists its routes as static values: endpoint, action, scope, contract and handler together. The
// handler is a method of the group that is not bound to an instance, so the list exists without a database.
// The served routes and the OpenAPI document come from the same list.
//
//     package struct NudgeRoutes: RouteGroup {
//         let database: PostgresClient
//
//         package static let definitions: [RouteDefinition<Self>] = [
//             RouteDefinition(
//                 .nudge, .nudge, scope: .member, "Send a reminder to people who have not answered",
//                 body: .json(.object(.optional("preview", .boolean)), isRequired: false),
//                 answers: [.ok(.page(of: .person), "The people who were reminded")],
//                 problems: [.forbidden, .of(OutingProblems.everyoneAnswered)], handler: nudge)
//         ]
//
//         func nudge(_ call: Call) async throws -> Response { … }
//     }

/// Routes that share services. A value of the type holds the services.
package protocol RouteGroup: Sendable {
    /// The group's routes, in the order of the OpenAPI document.
    static var definitions: [RouteDefinition<Self>] { get }
}

extension RouteGroup {
    /// The routes, with the handlers bound to this value.
    package var routes: [Route] {
        Self.definitions.compactMap { definition in
            definition.handler(self).map { Route(definition.contract, $0) }
        }
    }
}

/// A route that is not yet bound to the services of its group.
package struct RouteDefinition<Group>: Sendable {
    package let contract: RouteContract
    /// Returns the handler bound to a group; `nil` if the group does not serve the route.
    fileprivate let handler: @Sendable (Group) -> Route.Handler?

    /// Creates a definition; the parameters up to `handler` are those of ``RouteContract``.
    ///
    /// - Parameter handler: A method of the group, such as `list`.
    package init(
        _ endpoint: Endpoint, _ action: Action, scope: RouteContract.Scope, kind: RouteContract.Kind = .json,
        bodyLimit: Int = InputLimits.bodyBytes, formerShapes: [FormerShape] = [], _ summary: String,
        _ details: String = "", parameters: [Parameter] = [], body: Body? = nil, answers: [Answer],
        problems: [RouteProblem] = [], isIdempotent: Bool? = nil, needsVersion: Bool = false,
        checksSession: Bool = false, handler: @escaping @Sendable (Group) -> Route.Handler
    ) {
        contract = RouteContract(
            endpoint, action, scope: scope, kind: kind, bodyLimit: bodyLimit, formerShapes: formerShapes,
            summary, details, parameters: parameters, body: body, answers: answers, problems: problems,
            isIdempotent: isIdempotent, needsVersion: needsVersion, checksSession: checksSession)
        self.handler = { handler($0) }
    }

    fileprivate init(
        _ contract: RouteContract, _ handler: @escaping @Sendable (Group) -> Route.Handler?
    ) {
        self.contract = contract
        self.handler = handler
    }
}

extension RouteGroup {
    /// Returns the group's definitions as definitions of a larger group.
    ///
    /// - Parameter part: Returns this group from the larger one; `nil` if its routes are not served.
    package static func definitions<Whole>(
        in part: @escaping @Sendable (Whole) -> Self?
    ) -> [RouteDefinition<Whole>] {
        definitions.map { definition in
            RouteDefinition<Whole>(definition.contract) { whole in
                part(whole).flatMap { definition.handler($0) }
            }
        }
    }
}
