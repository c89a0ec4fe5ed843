import HTTPTypes
package import Hummingbird

/// Answers 304 if the client already has the current representation (RFC 9110, section 13.1.2).
///
/// The handler has run by then: this saves bandwidth, not queries.
package struct ConditionalMiddleware: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard request.method == .get || request.method == .head, response.status == .ok,
            let tag = response.headers[.eTag], let condition = request.headers[.ifNoneMatch]
        else { return response }
        guard let condition = try? TagCondition(condition), condition.has(Self.opaque(tag)) else {
            return response
        }
        return Self.notModified(response, tag: Self.asSent(tag, in: request))
    }

    private static func opaque(_ tag: String) -> String {
        String(tag.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }

    /// Returns the tag of the client's representation: the compressed one's if that is what the request
    /// named.
    private static func asSent(_ tag: String, in request: Request) -> String {
        let compressed = "\"\(opaque(tag))\(EntityTag.compressedSuffix)\""
        return request.headers[.ifNoneMatch]?.contains(compressed) == true ? compressed : tag
    }

    /// Returns a 304 with only the fields that a cache updates (RFC 9110, section 15.4.5).
    private static func notModified(_ response: Response, tag: String) -> Response {
        var headers: HTTPFields = [.eTag: tag]
        for name in [HTTPField.Name.cacheControl, .vary, .expires, .contentLocation, .date] {
            headers[values: name] = response.headers[values: name]
        }
        var answer = Response(status: .notModified, headers: headers)
        answer.headers[.contentLength] = nil
        return answer
    }
}
