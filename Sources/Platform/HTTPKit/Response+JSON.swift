package import HTTPTypes
package import Hummingbird
package import JSON
package import NIOCore

extension Response {
    /// Returns a JSON response.
    ///
    /// With `etag` the client's own cache may store it but must revalidate each time (`private, no-cache`);
    /// without, it is not stored (`no-store`). `headers` override both.
    package static func json(
        _ status: HTTPResponse.Status = .ok, _ value: some JSONEncodable, etag: EntityTag.Kind? = nil,
        headers: HTTPFields = [:]
    ) -> Response {
        var writer = JSONWriter()
        value.encode(to: &writer)
        let body = writer.finish()
        return .json(status, body, tag: etag.map { EntityTag($0, representation: body) }, headers: headers)
    }

    /// Returns a response whose JSON is written already.
    package static func json(
        _ status: HTTPResponse.Status, _ body: ByteBuffer, tag: EntityTag?, headers: HTTPFields = [:]
    ) -> Response {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let tag {
            fields[.eTag] = tag.description
            fields[.cacheControl] = "private, no-cache"
        } else {
            fields[.cacheControl] = "no-store"
        }
        for field in headers { fields[field.name] = nil }
        fields.append(contentsOf: headers)
        return Response(status: status, headers: fields, body: .init(byteBuffer: body))
    }

    /// Returns a response without a body.
    package static func empty(_ status: HTTPResponse.Status = .noContent, headers: HTTPFields = [:])
        -> Response
    {
        var fields = headers
        if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
        return Response(status: status, headers: fields)
    }

    /// Creates a response of type `application/problem+json`.
    package init(_ problem: Problem) {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        for field in problem.headers { fields[field.name] = nil }
        fields.append(contentsOf: problem.headers)
        self = .json(problem.status, problem, headers: fields)
        headers[.contentType] = "application/problem+json"
    }
}
