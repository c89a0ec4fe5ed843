internal import HTTPKit
package import HTTPTypes
package import Hummingbird

/// One endpoint, as data: how it is called, what it does, who may try, and how.
package struct Route: Sendable {
    package let method: HTTPRequest.Method
    /// `/v1/outings/{id}`
    package let path: String
    package let action: Action
    package let scope: Scope
    package let kind: Kind
    /// Bytes of a body that is read; more is 413.
    package let bodyLimit: Int
    package let handle: @Sendable (Call) async throws -> Response
    /// The newest first.
    package private(set) var formerShapes: [FormerShape] = []

    /// Who may try at all. Whether they may do it to this object, ``decide(_:_:_:as:)`` says.
    package enum Scope: String, Hashable, Sendable {
        case anyone
        /// A member, or a guest with a personal token.
        case guest
        case member
    }

    package enum Kind: Hashable, Sendable {
        /// JSON: a browser's cookie counts only for requests of our own pages.
        case json
        /// A page or form for people: a form proves itself by a token in it, which the handler checks.
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

    /// The same route, which answers in former shapes to those who ask for one.
    ///
    /// - Parameter shapes: The newest first.
    package func serving(_ shapes: [FormerShape]) -> Route {
        var route = self
        route.formerShapes = shapes
        return route
    }
}
