/// Why a request has no answer. An answer with any status is no error.
///
/// Descriptions name hosts, never paths, queries or headers: those hold secrets.
package enum FetchError: Error, Hashable, Sendable {
    /// Refused before anything was sent, because it could never be right.
    case invalid(String)
    /// The policy does not permit the host or the address behind its name.
    case refused(String)
    /// The name has no address, or nobody accepts a connection there.
    case unreachable(String)
    /// No TLS, or a certificate that does not hold.
    case insecure(String)
    /// Not answered within the limits.
    case timedOut(String)
    /// The body is longer than the limit. `status` was received.
    case tooLarge(status: Int, limit: Int)
    /// The peer broke the connection or the protocol; whether it acted on the request is unknown.
    case broken(String)
    /// Too many requests wait already; nothing was sent.
    case overloaded
    /// The calling task was cancelled.
    case cancelled
    /// The client is shut down.
    case shutdown
}

extension FetchError {
    /// True if the same request may succeed later.
    package var isTemporary: Bool {
        switch self {
        case .unreachable, .timedOut, .broken, .overloaded, .cancelled, .shutdown: true
        case .invalid, .refused, .insecure, .tooLarge: false
        }
    }

    /// A word for metrics.
    var label: String {
        switch self {
        case .invalid: "invalid"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .insecure: "insecure"
        case .timedOut: "timed_out"
        case .tooLarge: "too_large"
        case .broken: "broken"
        case .overloaded: "overloaded"
        case .cancelled: "cancelled"
        case .shutdown: "shutdown"
        }
    }
}

extension FetchError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalid(let reason): "invalid request: \(reason)"
        case .refused(let reason): "refused: \(reason)"
        case .unreachable(let reason): "unreachable: \(reason)"
        case .insecure(let reason): "no secure connection: \(reason)"
        case .timedOut(let reason): "timed out: \(reason)"
        case .tooLarge(let status, let limit): "answer \(status) is longer than \(limit) bytes"
        case .broken(let reason): "connection broken: \(reason)"
        case .overloaded: "too many requests are waiting"
        case .cancelled: "cancelled"
        case .shutdown: "the client is shut down"
        }
    }
}
