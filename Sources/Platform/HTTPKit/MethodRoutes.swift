import HTTPTypes
package import Hummingbird

extension HTTPRequest.Method {
    /// The standard methods (RFC 9110, section 9.3; PATCH: RFC 5789).
    static let known: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]
}

extension Router where Context == AppContext {
    /// Adds routes for the methods that no route of a path handles: OPTIONS lists the allowed methods, all
    /// others return 405 with the same list. HEAD is answered wherever GET is. Call this after all routes
    /// have been added.
    ///
    /// - Precondition: The router was created with `.autoGenerateHeadEndpoints`.
    package func answerOtherMethods() {
        for (path, handled) in Dictionary(grouping: routes, by: { $0.path.description }) {
            let methods = Set(handled.map(\.method)).union([.options])
            let allowed = HTTPRequest.Method.known.filter {
                methods.contains($0) || ($0 == .head && methods.contains(.get))
            }
            for method in HTTPRequest.Method.known where !methods.contains(method) || method == .options {
                if method == .head, methods.contains(.get) { continue }
                if handled.contains(where: { $0.method == method }) { continue }
                on(RouterPath(path), method: method) { _, _ -> Response in
                    guard method == .options else { throw Problem.methodNotAllowed(allowed) }
                    return .empty(
                        .noContent, headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
                }
            }
        }
    }
}
