import HTTPKit
import HTTPTypes
import Hummingbird
import Localization

/// Serves the web client's 404 page to browsers. Other clients get the problem.
struct NotFoundPageMiddleware: RouterMiddleware {
    let web: WebFiles
    let catalogue: Catalogue

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && Self.wantsPage(request) {
            let asked = request.headers[values: .acceptLanguage].joined(separator: ",")
            var response = try web.page(in: catalogue.language(of: nil, asked: asked))
            response.status = .notFound
            response.headers[.eTag] = nil
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private static func wantsPage(_ request: Request) -> Bool {
        [.get, .head].contains(request.method) && !request.uri.path.hasPrefix("/v1/")
            && request.headers[values: .accept].contains { $0.contains("text/html") }
    }
}
