package import HTTPTypes
package import Hummingbird
package import Metrics

extension Router where Context == AppContext {
    /// Returns a router with all platform middleware. Their order matters: the log sees the final response,
    /// security headers are set on problems too, a 304 is decided on the uncompressed tag, and every thrown
    /// error has become a response before it reaches the outer middleware.
    ///
    /// Add the routes, then call ``answerOtherMethods()``.
    ///
    /// - Parameters:
    ///   - hosts: The names that the service answers to.
    ///   - isSecure: Whether the public URL is https.
    ///   - metrics: Creates the request metrics.
    ///   - loggedFields: Request fields to log too.
    ///   - proxies: Proxies whose `X-Forwarded-For` is trusted.
    ///   - localPaths: Paths that this machine may also request by its loopback names.
    package static func platform(
        hosts: PublicHosts, isSecure: Bool, metrics: any MetricsFactory, loggedFields: [HTTPField.Name] = [],
        proxies: TrustedProxies = .none, localPaths: Set<String> = []
    ) -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: PeerMiddleware(proxies: proxies))
        router.add(middleware: RequestLogMiddleware(metrics: metrics, fields: loggedFields))
        router.add(middleware: SecurityHeadersMiddleware(isSecure: isSecure))
        router.add(middleware: CompressionMiddleware())
        router.add(middleware: ConditionalMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: RequestGuardMiddleware(hosts: hosts, localPaths: localPaths))
        return router
    }
}
