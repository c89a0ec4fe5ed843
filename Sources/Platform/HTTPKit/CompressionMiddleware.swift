import HTTPTypes
package import Hummingbird
import NIOCore

/// Compresses textual responses and vector tiles with gzip for clients that accept it.
///
/// Only bodies of known length are compressed, so never a stream. The compressed representation has an entity
/// tag of its own: the plain one's with `-gz` before the closing quote. Use `Cache-Control: no-transform` to
/// exempt a response, for example a page that has both a secret and text from outside, whose compressed
/// length would leak the secret (BREACH).
package struct CompressionMiddleware: RouterMiddleware {
    /// Body lengths to compress. Below 1 KiB the headers and the work cost more than they save; above 8 MiB
    /// compression would block a thread for too long.
    private static let lengths = 1_024...8 * 1_024 * 1_024

    private static let types: Set<String> = [
        "application/json", "application/problem+json", "application/manifest+json", "image/svg+xml",
        MediaType.vectorTile,
    ]

    package init() {}

    package func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard Self.isCompressible(response) else { return response }
        response.vary(by: "Accept-Encoding")
        guard request.method != .head, AcceptEncoding.takesGzip(request.headers[values: .acceptEncoding])
        else {
            return response
        }
        let compressed = Gzip.compress(try await CollectedBody.of(response))
        response.headers[.contentEncoding] = "gzip"
        if let tag = response.headers[.eTag] { response.headers[.eTag] = Self.compressedTag(tag) }
        response.body = ResponseBody(byteBuffer: compressed)
        return response
    }

    private static func isCompressible(_ response: Response) -> Bool {
        guard let length = response.body.contentLength, lengths.contains(length),
            response.headers[.contentEncoding] == nil, response.status != .partialContent,
            response.headers[.cacheControl]?.contains("no-transform") != true
        else { return false }
        let type = MediaType.essence(response.headers[.contentType] ?? "")
        return type != MediaType.eventStream && (type.hasPrefix("text/") || types.contains(type))
    }

    private static func compressedTag(_ tag: String) -> String {
        guard !tag.hasPrefix("W/"), tag.hasSuffix("\"") else { return tag }
        return tag.dropLast() + EntityTag.compressedSuffix + "\""
    }
}

/// Parses `Accept-Encoding` (RFC 9110, section 12.5.3).
enum AcceptEncoding {
    /// Returns whether gzip is acceptable: named with a weight above zero, or not named while `*` has one.
    static func takesGzip(_ fields: [String]) -> Bool {
        var weights: [String: Double] = [:]
        for item in fields.joined(separator: ",").split(separator: ",") {
            let parts = item.split(separator: ";").map(\.trimmingSpaces)
            guard let name = parts.first?.lowercased() else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map { $0.dropFirst(2) }
            weights[name] = weight.map { Double($0) ?? 0 } ?? 1
        }
        return weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0 > 0
    }
}

/// Collects a response body in memory.
final class CollectedBody {
    private var buffer = ByteBuffer()

    static func of(_ response: Response) async throws -> ByteBuffer {
        let collected = CollectedBody()
        try await response.body.write(collected.writer)
        return collected.buffer
    }

    private var writer: Writer { Writer(body: self) }

    private struct Writer: ResponseBodyWriter {
        let body: CollectedBody

        mutating func write(_ buffer: ByteBuffer) async throws { body.buffer.writeImmutableBuffer(buffer) }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

extension Response {
    /// Adds a field name to `Vary` unless it is already there.
    mutating func vary(by name: String) {
        let names = headers[values: .vary].flatMap {
            $0.split(separator: ",").map { $0.trimmingSpaces.lowercased() }
        }
        guard !names.contains(name.lowercased()), !names.contains("*") else { return }
        headers[.vary] = (headers[values: .vary] + [name]).joined(separator: ", ")
    }
}
