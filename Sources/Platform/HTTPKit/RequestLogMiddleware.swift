package import HTTPTypes
package import Hummingbird
import Logging
package import Metrics
import Traces

/// The outer middleware that sets the request id, counts and times the request and logs one line about it.
/// The measured time ends when the response head is ready; a stream continues afterwards.
package struct RequestLogMiddleware: RouterMiddleware {
    private let metrics: RequestMetrics
    private let fields: [HTTPField.Name]
    private let clock = ContinuousClock()

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - factory: Creates the metrics.
    ///   - fields: Request fields to log too, if their values are short and safe.
    package init(metrics factory: any MetricsFactory, fields: [HTTPField.Name] = []) {
        metrics = RequestMetrics(factory: factory)
        self.fields = [.requestID] + fields
    }

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let start = clock.now
        metrics.begin()
        defer { metrics.end() }
        let trace = Self.trace(of: request, context)
        var context = context
        if trace.id != context.id { context.logger[metadataKey: "trace"] = .string(trace.id) }
        var response = try await Trace.$current.withValue(trace) { [context] in
            try await next(request, context)
        }
        response.headers[.requestID] = context.id
        // A response to HEAD has no body, whichever handler made it (RFC 9110, section 9.3.2).
        if request.method == .head { response = response.createHeadResponse() }
        let duration = clock.now - start
        let route = context.endpointPath ?? LogSanitizer.noRoute
        metrics.record(method: request.method, route: route, status: response.status, duration: duration)
        log(request, context, response.status, duration)
        return response
    }

    /// Returns the trace of one of our proxies, or one that begins with this request and has its id: others may not choose
    /// what our log lines are found by.
    private static func trace(of request: Request, _ context: AppContext) -> Trace {
        let header = context.isForwarded ? request.headers[.traceParent] : nil
        return header.flatMap { Trace(continuing: $0, identifier: context.id) }
            ?? Trace(identifier: context.id)
    }

    private func log(
        _ request: Request, _ context: AppContext, _ status: HTTPResponse.Status, _ duration: Duration
    ) {
        let level: Logger.Level = status.kind == .serverError ? .error : .info
        guard context.logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "method": "\(request.method.rawValue)",
            "path": "\(LogSanitizer.path(request.uri.path, pattern: context.endpointPath))",
            "status": "\(status.code)", "ms": "\(Self.milliseconds(duration))",
        ]
        for field in fields {
            if let value = LogSanitizer.sanitized(request.headers[field]) {
                metadata[field.canonicalName] = "\(value)"
            }
        }
        context.logger.log(level: level, "request", metadata: metadata)
    }

    /// Returns milliseconds with one decimal.
    private static func milliseconds(_ duration: Duration) -> Double {
        (duration / .milliseconds(1) * 10).rounded() / 10
    }
}
