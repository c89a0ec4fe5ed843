import HTTPTypes
package import Hummingbird

/// Refuses requests that no route should see: for another host, too large a target or head, a method that HTTP does not
/// know.
package struct RequestGuardMiddleware: RouterMiddleware {
    private let hosts: PublicHosts

    /// - Parameter hosts: the names that this service answers to.
    package init(hosts: PublicHosts) { self.hosts = hosts }

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.string.utf8.count <= InputLimits.targetBytes else {
            throw Problem(status: .uriTooLong)
        }
        let headBytes = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard headBytes <= InputLimits.headerBytes else {
            throw Problem(status: .requestHeaderFieldsTooLarge)
        }
        guard HTTPRequest.Method.known.contains(request.method) else {
            throw Problem.methodNotAllowed([.get, .head, .post, .put, .patch, .delete, .options])
        }
        guard let authority = request.head.authority, !authority.isEmpty else {
            throw Problem.badRequest("host_missing", "The request does not say which host it is for.")
        }
        // The first is the authority and no field any more; who stands in front of us may have gone by another.
        guard request.headers[values: .host].isEmpty else {
            throw Problem.badRequest("bad_request", "The request says more than once which host it is for.")
        }
        guard hosts.contain(authority) else {
            throw Problem(
                "misdirected_request", .misdirectedRequest, title: "This is another house",
                detail: "The host of the request is not this service's.")
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let host = constant("Host")
}

/// The names under which a service is reached: that of its public URL, and every name of the loopback if that is one.
///
/// Ports do not matter: a page of another site cannot change who `Host` names, only where it connects.
package struct PublicHosts: Sendable {
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private let names: Set<String>

    /// - Parameter host: the host of `http.publicURL`, with or without a port.
    package init(_ host: String) {
        let name = Self.name(host)
        names = Self.loopback.contains(name) ? Self.loopback : [name]
    }

    package func contain(_ authority: String) -> Bool { names.contains(Self.name(authority)) }

    /// Whether the service is for this machine alone.
    package var areLoopback: Bool { names == Self.loopback }

    /// Lower case, without port and without the dot that ends a complete name.
    private static func name(_ authority: String) -> String {
        var name = authority.lowercased()[...]
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            name = name[...end]
        } else if let colon = name.firstIndex(of: ":") {
            name = name[..<colon]
        }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
