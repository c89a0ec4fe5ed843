internal import HTTPKit
package import HTTPTypes
package import Hummingbird

/// An endpoint as data: its method and path, its action, its handler, and who may call it.
package struct Route: Sendable {
    package let method: HTTPRequest.Method
    /// `/v1/outings/{id}`
    package let path: String
    package let action: Action
    package let scope: Scope
    package let kind: Kind
    /// Maximum bytes of a body; larger ones get 413.
    package let bodyLimit: Int
    package let handle: @Sendable (Call) async throws -> Response
    /// The former shapes, newest first.
    package private(set) var formerShapes: [FormerShape] = []

    /// Who may call the route at all. Access to a specific object is decided by ``decide(_:_:_:as:)``.
    package enum Scope: String, Hashable, Sendable {
        case anyone
        /// A member, or a guest with a personal token.
        case guest
        case member
    }

    package enum Kind: Hashable, Sendable {
        /// JSON: a browser's cookies are accepted only in requests from our own pages.
        case json
        /// A page or form for people. Forms contain a token against forgery, which the handler checks.
        case page
    }

    package init(
        _ method: HTTPRequest.Method, _ path: String, _ action: Action, scope: Scope, kind: Kind = .json,
        bodyLimit: Int = InputLimits.bodyBytes,
        _ handle: @escaping @Sendable (Call) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.action = action
        self.scope = scope
        self.kind = kind
        self.bodyLimit = bodyLimit
        self.handle = handle
    }

    /// Returns a copy of the route that also serves former shapes.
    ///
    /// - Parameter shapes: The former shapes, newest first.
    package func serving(_ shapes: [FormerShape]) -> Route {
        var route = self
        route.formerShapes = shapes
        return route
    }
}
