import HTTPTypes
package import Hummingbird

/// Rejects requests that no route should receive: a foreign host, an oversized target or head, an unknown
/// method.
package struct RequestGuardMiddleware: RouterMiddleware {
    private let hosts: PublicHosts
    private let localPaths: Set<String>

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - hosts: The names that this service answers to.
    ///   - localPaths: Paths that this machine may also request by its loopback names.
    package init(hosts: PublicHosts, localPaths: Set<String> = []) {
        self.hosts = hosts
        self.localPaths = localPaths
    }

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
            throw Problem.badRequest("host_missing", "The request has no Host.")
        }
        // The first `Host` field has become the authority. A proxy in front of us may have used another one.
        guard request.headers[values: .host].isEmpty else {
            throw Problem.badRequest("bad_request", "The request has more than one Host.")
        }
        let isLocal = localPaths.contains(request.uri.path) && LocalCaller.made(request, in: context)
        guard hosts.contains(authority) || isLocal else {
            throw Problem(
                "misdirected_request", .misdirectedRequest, title: "Misdirected request",
                detail: "This service does not serve that host.")
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let host = constant("Host")
}

/// The host names of the service: that of its public URL, or all loopback names if that is one of them.
///
/// Ports are ignored: a page of another site cannot change the name in `Host`, only the port it connects to.
package struct PublicHosts: Sendable {
    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private let names: Set<String>

    /// Creates the set of names.
    ///
    /// - Parameter host: The host of `http.publicURL`, with or without a port.
    package init(_ host: String) {
        let name = Self.name(host)
        names = Self.loopback.contains(name) ? Self.loopback : [name]
    }

    /// Returns whether the authority is a loopback name.
    package static func isLoopback(_ authority: String) -> Bool { loopback.contains(name(authority)) }

    package func contains(_ authority: String) -> Bool { names.contains(Self.name(authority)) }

    /// Whether the service is reachable from this machine only.
    package var isLoopbackOnly: Bool { names == Self.loopback }

    /// Returns the name in lower case, without port and without a trailing dot.
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
