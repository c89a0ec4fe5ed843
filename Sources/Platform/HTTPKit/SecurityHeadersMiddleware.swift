import HTTPTypes
package import Hummingbird

/// Tells browsers what an answer may do, which for data is nothing. A header that a handler has set stays as it is.
package struct SecurityHeadersMiddleware: RouterMiddleware {
    /// One year, in seconds, without subdomains: the domain may not be ours alone. RFC 6797.
    private static let strictTransport = "max-age=31536000"

    private let isSecure: Bool

    /// - Parameter isSecure: whether the public URL is https; only then does HSTS make sense.
    package init(isSecure: Bool) { self.isSecure = isSecure }

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A 304 has no type to judge by, and browsers put its fields in place of those they keep with the page.
        guard response.status != .notModified else { return response }
        let policy = ContentPolicy(contentType: response.headers[.contentType])
        response.setIfAbsent(.contentSecurityPolicy, policy.rawValue)
        response.setIfAbsent(.xContentTypeOptions, "nosniff")
        response.setIfAbsent(.referrerPolicy, "no-referrer")
        response.setIfAbsent(.crossOriginOpenerPolicy, "same-origin")
        response.setIfAbsent(.crossOriginResourcePolicy, "same-origin")
        response.setIfAbsent(.cacheControl, "no-store")
        if policy == .page { response.setIfAbsent(.permissionsPolicy, ContentPolicy.permissions) }
        if isSecure { response.setIfAbsent(.strictTransportSecurity, Self.strictTransport) }
        return response
    }
}

/// Which `Content-Security-Policy` an answer gets.
package enum ContentPolicy: String, Sendable {
    /// Data: nothing may run, load or be framed, should somebody open it as a document.
    case data = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

    /// Pages, and the scripts that run on their own as workers: our own files and nothing else, nothing inline. No text
    /// becomes markup or code but the address of the one service worker.
    case page = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker
        """

    /// What a page may ask the browser for: where somebody is, to look around them.
    static let permissions =
        "geolocation=(self), camera=(), microphone=(), payment=(), usb=(), accelerometer=(), gyroscope=(), magnetometer=()"

    init(contentType: String?) {
        switch contentType.map(MediaType.essence) {
        case "text/html", "text/javascript", "application/javascript", "text/css",
            "application/manifest+json",
            "image/svg+xml":
            self = .page
        default: self = .data
        }
    }
}

extension HTTPField.Name {
    package static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
    package static let permissionsPolicy = constant("Permissions-Policy")
    package static let referrerPolicy = constant("Referrer-Policy")
}

extension Response {
    mutating func setIfAbsent(_ name: HTTPField.Name, _ value: String) {
        if headers[name] == nil { headers[name] = value }
    }
}
