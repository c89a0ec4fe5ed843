package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// Returns an HTML page.
    ///
    /// It is not cached. The referrer is sent only to our own origin, because the page's form is verified by
    /// its origin. `headers` override these fields.
    package static func page(
        _ status: HTTPResponse.Status = .ok, _ html: String, headers: HTTPFields = [:]
    ) -> Response {
        var fields: HTTPFields = [
            .contentType: MediaType.html, .cacheControl: "no-store", .referrerPolicy: "same-origin",
        ]
        for field in headers { fields[field.name] = nil }
        fields.append(contentsOf: headers)
        return Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(string: html)))
    }

    /// Returns a 303 that redirects to `path` after a form was processed.
    package static func seeOther(_ path: String, headers: HTTPFields = [:]) -> Response {
        var fields = headers
        fields[.location] = path
        return .empty(.seeOther, headers: fields)
    }
}
