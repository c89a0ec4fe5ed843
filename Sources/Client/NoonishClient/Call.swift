import Foundation
import HTTPTypes
import JSON
import NIOCore
import NoonishAPI

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

    /// Creates a request to an endpoint.
    ///
    /// - Parameters:
    ///   - values: The values of the path's variables, in order.
    ///   - query: Items without a value are left out.
    ///   - body: Sent by POST, PUT and PATCH.
    ///   - key: The `Idempotency-Key` of a POST; `nil` for a POST that must not be retried.
    ///   - tag: The state that an edit is based on. An edit with a tag is not retried, because the second attempt
    ///     would be rejected as stale.
    init(
        _ endpoint: Endpoint, _ values: any CustomStringConvertible...,
        query: [(name: String, value: String?)] = [], body: some JSONEncodable = NoMembers(),
        key: String? = UUID().uuidString, of tag: EntityTag? = nil
    ) {
        path = endpoint.path(filledWith: values)
        self.query = query.compactMap { item in item.value.map { (item.name, $0) } }
        switch endpoint.method {
        case .get:
            method = .get
            retrySafety = .always
        case .delete:
            method = .delete
            retrySafety = .always
        case .put:
            method = .put
            retrySafety = .always
            write(body, as: "application/json")
        case .post:
            method = .post
            retrySafety = key == nil ? .never : .byKey
            write(body, as: "application/json")
            headers[.idempotencyKey] = key
        case .patch:
            method = .patch
            retrySafety = .always
            write(body, as: "application/merge-patch+json")
        }
        guard let tag else { return }
        headers[.ifMatch] = tag.text
        retrySafety = .never
    }

    /// Creates a read of an address that the service returned.
    init(reading path: String) {
        method = .get
        self.path = path
        retrySafety = .always
    }

    private mutating func write(_ body: some JSONEncodable, as type: String) {
        var writer = JSONWriter(capacity: 512)
        body.encode(to: &writer)
        self.body = writer.finish()
        headers[.contentType] = type
    }

    /// The path and query for the request line.
    var target: String {
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(Endpoint.escape($0.value))" }.joined(separator: "&")
    }
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

extension [(name: String, value: String?)] {
    /// The parameters of a page of a list.
    static func page(_ limit: Int?, _ cursor: String?) -> Self {
        [("limit", limit.map(String.init)), ("cursor", cursor)]
    }
}
