import Foundation
import HTTPTypes
import JSON
import NIOCore

/// The description of one request: its content, and whether it may be retried.
struct Call: Sendable {
    enum RetrySafety: Sendable {
        /// Idempotent: reads, PUT, DELETE.
        case always
        /// A POST: all attempts carry the same `Idempotency-Key`.
        case byKey
        /// Retried only if the service rejected the request without processing it (429).
        case never
    }

    var method: HTTPRequest.Method
    var path: String
    var query: [(name: String, value: String)] = []
    var headers = HTTPFields()
    var body: ByteBuffer?
    var retrySafety: RetrySafety

    static func get(_ path: String, _ query: [(name: String, value: String?)] = []) -> Call {
        Call(
            method: .get, path: path, query: query.compactMap { item in item.value.map { (item.name, $0) } },
            retrySafety: .always)
    }

    static func post(
        _ path: String, _ body: some JSONEncodable = NoMembers(), key: String? = UUID().uuidString
    )
        -> Call
    {
        var call = Call(method: .post, path: path, retrySafety: key == nil ? .never : .byKey)
        call.write(body, as: "application/json")
        call.headers[.idempotencyKey] = key
        return call
    }

    static func put(_ path: String, _ body: some JSONEncodable = NoMembers()) -> Call {
        var call = Call(method: .put, path: path, retrySafety: .always)
        call.write(body, as: "application/json")
        return call
    }

    /// Creates an edit.
    ///
    /// - Parameter tag: The state that the edit is based on. An edit with a tag is not retried, because the
    ///   second attempt would be rejected as stale.
    static func patch(_ path: String, _ body: some JSONEncodable, of tag: EntityTag? = nil) -> Call {
        var call = Call(method: .patch, path: path, retrySafety: tag == nil ? .always : .never)
        call.write(body, as: "application/merge-patch+json")
        call.headers[.ifMatch] = tag?.text
        return call
    }

    static func delete(_ path: String) -> Call { Call(method: .delete, path: path, retrySafety: .always) }

    private mutating func write(_ body: some JSONEncodable, as type: String) {
        var writer = JSONWriter(capacity: 512)
        body.encode(to: &writer)
        self.body = writer.finish()
        headers[.contentType] = type
    }

    /// The path and query for the request line.
    var target: String {
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(Self.escape($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes a path segment or a query value; all but unreserved characters are escaped (RFC 3986,
    /// section 2.3).
    static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// The empty object `{}`.
struct NoMembers: JSONEncodable {
    func encode(to writer: inout JSONWriter) { writer.object { _ in } }
}

extension HTTPField.Name {
    static let idempotencyKey = named("Idempotency-Key")
    static let lastEventID = named("Last-Event-ID")
    static let noonishClient = named("Noonish-Client")

    private static func named(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a name of a field") }
        return name
    }
}
