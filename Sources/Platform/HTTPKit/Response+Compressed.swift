package import HTTPTypes
package import Hummingbird
package import NIOCore

extension Response {
    /// Returns stored JSON that is already compressed with gzip, as it is to clients that accept gzip.
    ///
    /// The entity tag of the compressed form ends in `-gz`, as with ``CompressionMiddleware``.
    ///
    /// - Throws: ``StoredBodyFault`` to a client that does not accept gzip, if `body` is not a complete gzip stream.
    package static func compressedJSON(
        _ body: ByteBuffer, tag: EntityTag, to request: Request, headers: HTTPFields
    ) throws(StoredBodyFault) -> Response {
        var fields = headers
        fields[.contentType] = MediaType.json
        fields[.eTag] = tag.description
        var response = Response(status: .ok, headers: fields)
        response.vary(by: "Accept-Encoding")
        if AcceptEncoding.takesGzip(request.headers[values: .acceptEncoding]) {
            response.headers[.contentEncoding] = "gzip"
            response.headers[.eTag] = tag.compressed
            response.body = ResponseBody(byteBuffer: body)
        } else {
            guard let plain = Gzip.decompress(body) else { throw StoredBodyFault() }
            response.body = ResponseBody(byteBuffer: plain)
        }
        return response
    }

    /// Returns 200 without a body for a client that has the representation, which ``ConditionalMiddleware`` turns into 304.
    package static func known(tag: EntityTag, headers: HTTPFields) -> Response {
        var fields = headers
        fields[.eTag] = tag.description
        var response = Response(status: .ok, headers: fields)
        response.vary(by: "Accept-Encoding")
        return response
    }
}

/// A stored body that cannot be decompressed.
package struct StoredBodyFault: Error, CustomStringConvertible {
    package let description = "a stored body is not a complete gzip stream"
}

extension EntityTag {
    fileprivate var compressed: String { "\"\(version).\(hash)\(Self.compressedSuffix)\"" }
}
