import HTTPTypes
package import Hummingbird

/// Sets security header fields, which for data forbid browsers everything. Fields set by a handler are kept.
package struct SecurityHeadersMiddleware: RouterMiddleware {
    /// One year in seconds, without subdomains, because other services may share the domain. RFC 6797.
    private static let strictTransport = "max-age=31536000"

    private let isSecure: Bool

    /// Creates the middleware.
    ///
    /// - Parameter isSecure: Whether the public URL is https; HSTS makes sense only then.
    package init(isSecure: Bool) { self.isSecure = isSecure }

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A 304 has no content type to decide by, and browsers would replace the stored page's fields with
        // its own.
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

/// The `Content-Security-Policy` of a response.
package enum ContentPolicy: String, Sendable {
    /// Data: nothing may run, load or be framed if it is opened as a document.
    case data = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

    /// Pages and worker scripts: only our own files, nothing inline. Strings cannot become markup or code,
    /// except for the URL of the service worker.
    case page = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker
        """

    /// The browser features that a page may use: only geolocation, to search nearby.
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
