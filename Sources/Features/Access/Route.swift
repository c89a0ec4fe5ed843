import HTTPKit
package import HTTPTypes
package import Hummingbird
package import NoonishAPI

/// A route that can be served: its contract and its handler.
package struct Route: Sendable {
    package let contract: RouteContract
    package let handle: Handler

    package typealias Handler = @Sendable (Call) async throws -> Response

    package init(_ contract: RouteContract, _ handle: @escaping Handler) {
        self.contract = contract
        self.handle = handle
    }

    /// Creates a route that is not in the OpenAPI document, for example for a file of the web client.
    package init(
        _ method: Endpoint.Method, _ path: String, _ action: Action, scope: RouteContract.Scope,
        kind: RouteContract.Kind = .json, formerShapes: [FormerShape] = [],
        _ handle: @escaping Handler
    ) {
        self.init(
            RouteContract(
                Endpoint(method, path, id: path), action, scope: scope, kind: kind,
                formerShapes: formerShapes,
                "", answers: []),
            handle)
    }

    package var method: HTTPRequest.Method { contract.method }
    package var path: String { contract.path }
    package var action: Action { contract.action }
    package var scope: RouteContract.Scope { contract.scope }
    package var kind: RouteContract.Kind { contract.kind }
    package var key: String { contract.key }
}
