package import HTTPTypes
package import Hummingbird
package import Metrics

extension Router where Context == AppContext {
    /// A router with everything around a handler, in the one order that works: the log sees the last word, headers stand
    /// on problems too, a 304 is decided on the plain tag, and whatever is thrown inside has become an answer outside.
    ///
    /// - Parameter loggedFields: request fields that go into the log line too.
    ///
    /// Add the routes, then call ``answerOtherMethods()``.
    package static func platform(
        hosts: PublicHosts, isSecure: Bool, metrics: any MetricsFactory, loggedFields: [HTTPField.Name] = [],
        proxies: TrustedProxies = .none
    ) -> Router<AppContext> {
        let router = Router(context: AppContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: PeerMiddleware(proxies: proxies))
        router.add(middleware: RequestLogMiddleware(metrics: metrics, fields: loggedFields))
        router.add(middleware: SecurityHeadersMiddleware(isSecure: isSecure))
        router.add(middleware: CompressionMiddleware())
        router.add(middleware: ConditionalMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: RequestGuardMiddleware(hosts: hosts))
        return router
    }
}
