import Foundation
public import HTTPTypes
public import JSON
import NIOCore

/// The service's rejection of a request and its reason (RFC 9457).
public struct Problem: Error, Sendable {
    /// One invalid part of a request.
    @JSONObject
    public struct Fault: Hashable, Sendable, JSONDecodable {
        /// The location: an RFC 6901 pointer into the body, or `/name` for a parameter; empty for the whole
        /// request.
        public var pointer: String
        /// A stable identifier for programs.
        public var code: String
        /// A description for people, in their language.
        public var detail: String
    }

    public var status: HTTPResponse.Status
    /// A stable identifier for programs: `not_found`, `stale`, `too_many_requests` …
    public var code: String
    /// A description for people, in their language.
    public var title: String
    public var detail: String?
    /// All faults in the request's input.
    public var faults: [Fault]
    /// How long to wait before a retry.
    public var retryAfter: Duration?
    /// All members of the problem document. Some problems have additional ones, such as the `current`
    /// representation of a 412.
    public var members: JSONObject

    /// Creates a problem from a response.
    ///
    /// - Parameter body: Content of any kind, because a proxy in front of the service may respond instead.
    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: ByteBuffer) {
        let text = String(buffer: body)
        let value = try? JSONValue(parsing: text)
        let kept = try? ProblemDocument(parsing: body)
        self.status = status
        code = kept?.code ?? "http_\(status.code)"
        title = kept?.title ?? status.reasonPhrase
        detail = kept?.detail
        faults = kept?.faults ?? []
        if case .object(let object) = value { members = object } else { members = JSONObject() }
        retryAfter = headers[.retryAfter].flatMap { Int($0) }.map { .seconds($0) }
    }

    /// Returns the faults of the member that `pointer` names.
    public func faults(at pointer: String) -> [Fault] { faults.filter { $0.pointer == pointer } }
}

extension Problem: CustomStringConvertible {
    public var description: String {
        let words = [detail ?? title] + faults.map { "\($0.pointer): \($0.detail)" }
        return "\(status.code) \(code): \(words.joined(separator: "; "))"
    }
}

private struct ProblemDocument: JSONDecodable {
    let code: String
    let title: String
    let detail: String?
    let faults: [Problem.Fault]

    init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        code = try read("code")
        title = try read("title")
        detail = try read.optional("detail")
        faults = try read.optional("errors") ?? []
    }
}

/// An error without a usable response.
public enum ClientFault: Error, CustomStringConvertible {
    /// The URL is not the address of a service.
    case address(String)
    /// The transport failed, with its error. The request may have been processed.
    case unreachable(any Error)
    /// The response has an unexpected format: another program answered, or a newer version of the service.
    case unreadable(path: String, JSONFault)
    /// A response that is not permitted here, such as 304 without a cached value, or one longer than
    /// ``maximumResponseBytes``.
    case unexpected(path: String, String)

    /// The maximum length of a response body in bytes.
    public static let maximumResponseBytes = 16 * 1_024 * 1_024

    public var description: String {
        switch self {
        case .address(let text): "“\(text)” is not the address of a service"
        case .unreachable(let error): "the service cannot be reached: \(error)"
        case .unreadable(let path, let fault): "the response from \(path) cannot be read: \(fault)"
        case .unexpected(let path, let words): "\(path): \(words)"
        }
    }
}
