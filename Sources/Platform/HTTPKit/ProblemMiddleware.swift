package import HTTPTypes
package import Hummingbird
import Logging

/// Converts every thrown error to `application/problem+json`.
///
/// A ``Problem`` carries what the caller may know. Any other error becomes a bare 500 with the request's id,
/// under which the log has the details.
package struct ProblemMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = Self.problem(for: error, incident: context.id)
            Self.log(error, problem, to: context.logger)
            return Response(problem)
        }
    }

    static func problem(for error: any Error, incident: String) -> Problem {
        switch error {
        case let error as any ProblemConvertible where error.problem.status != .internalServerError:
            error.problem
        case let error as HTTPError: Problem(status: error.status, headers: error.headers)
        case let error as any HTTPResponseError: Problem(status: error.status)
        case is CancellationError:
            .serviceUnavailable("cancelled", "The server stopped before finishing the request.")
        default:
            Problem(
                "internal", .internalServerError, title: "Internal server error",
                detail: "Incident \(incident)",
                members: [.init("incident", incident)])
        }
    }

    /// Logs server faults as errors and client faults at debug level.
    private static func log(_ error: any Error, _ problem: Problem, to logger: Logger) {
        let level: Logger.Level =
            problem.status.kind == .serverError && !(error is CancellationError) ? .error : .debug
        logger.log(
            level: level, "request refused",
            metadata: [
                "status": "\(problem.status.code)", "code": "\(problem.code)",
                "error": "\(error is Problem ? problem.detail ?? problem.title : String(reflecting: error))",
            ])
    }
}

extension Problem {
    /// Creates a problem from a status alone, for errors detected by the HTTP server.
    package init(status: HTTPResponse.Status, headers: HTTPFields = [:]) {
        if status == .notFound {
            self = .notFound
        } else {
            self.init(Self.code(of: status), status, title: status.reasonPhrase)
        }
        self.headers.append(contentsOf: headers)
    }

    /// Returns the code for a status: `Length Required` becomes `length_required`.
    private static func code(of status: HTTPResponse.Status) -> String {
        let words = status.reasonPhrase.lowercased().split { !$0.isLetter }.joined(separator: "_")
        return words.isEmpty ? "status_\(status.code)" : words
    }
}
