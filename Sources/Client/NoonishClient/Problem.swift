import Foundation
public import HTTPTypes
public import JSON
import NIOCore

/// The service did not do it, and says why (RFC 9457).
public struct Problem: Error, Sendable {
    /// One thing that is wrong with a request.
    public struct Fault: Hashable, Sendable, JSONDecodable {
        /// Where: an RFC 6901 pointer into the body, or `/name` of a parameter; empty for the whole.
        public var pointer: String
        /// Stable, for programs.
        public var code: String
        /// For people, in their language.
        public var detail: String

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            pointer = try read("pointer")
            code = try read("code")
            detail = try read("detail")
        }
    }

    public var status: HTTPResponse.Status
    /// Stable, for programs: `not_found`, `stale`, `too_many_requests` …
    public var code: String
    /// For people, in their language.
    public var title: String
    public var detail: String?
    /// Everything that is wrong with a request's input.
    public var faults: [Fault]
    /// How long to wait before asking again.
    public var retryAfter: Duration?
    /// The whole of it: some problems say more, a 412 the `current` representation.
    public var members: JSONObject

    /// - Parameter body: Of any kind: what stands before a service may answer in words of its own.
    init(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: ByteBuffer) {
        let text = String(buffer: body)
        let value = try? JSONValue(parsing: text)
        let kept = try? KeptProblem(parsing: body)
        self.status = status
        code = kept?.code ?? "http_\(status.code)"
        title = kept?.title ?? status.reasonPhrase
        detail = kept?.detail
        faults = kept?.faults ?? []
        if case .object(let object) = value { members = object } else { members = JSONObject() }
        retryAfter = headers[.retryAfter].flatMap { Int($0) }.map { .seconds($0) }
    }

    /// What of it is wrong with the member that `pointer` names.
    public func faults(at pointer: String) -> [Fault] { faults.filter { $0.pointer == pointer } }
}

extension Problem: CustomStringConvertible {
    public var description: String {
        let words = [detail ?? title] + faults.map { "\($0.pointer): \($0.detail)" }
        return "\(status.code) \(code): \(words.joined(separator: "; "))"
    }
}

private struct KeptProblem: JSONDecodable {
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

/// There was no answer, or none that can be read.
public enum ClientFault: Error, CustomStringConvertible {
    /// Not the address of a service.
    case address(String)
    /// The transport's own words. What was asked for may have been done.
    case unreachable(any Error)
    /// Another program than expected, or a newer one that answers in another shape.
    case unreadable(path: String, JSONFault)
    /// 304 without anything kept, or an answer longer than ``longestAnswer``.
    case unexpected(path: String, String)

    /// Bytes of an answer that are read at most.
    public static let longestAnswer = 16 * 1_024 * 1_024

    public var description: String {
        switch self {
        case .address(let text): "“\(text)” is not the address of a service"
        case .unreachable(let error): "the service cannot be reached: \(error)"
        case .unreadable(let path, let fault): "the answer of \(path) cannot be read: \(fault)"
        case .unexpected(let path, let words): "\(path): \(words)"
        }
    }
}
