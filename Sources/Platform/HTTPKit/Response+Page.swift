package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// An HTML page.
    ///
    /// Not kept anywhere, and with the referrer only for our own paths: the form on it is checked by where it came
    /// from. `headers` win.
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

    /// 303: what was posted is done; the page to read now is at `path`.
    package static func seeOther(_ path: String, headers: HTTPFields = [:]) -> Response {
        var fields = headers
        fields[.location] = path
        return .empty(.seeOther, headers: fields)
    }
}
