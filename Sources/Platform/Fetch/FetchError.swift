/// The reason why a request got no response. A response with any status is not an error.
///
/// Descriptions name hosts, but never paths, queries or headers, because those may contain secrets.
package enum FetchError: Error, Hashable, Sendable {
    /// The request or the configuration is invalid; nothing was sent.
    case invalid(String)
    /// The policy does not permit the host, or an address that it resolves to.
    case refused(String)
    /// The name has no address, or no server accepts connections there.
    case unreachable(String)
    /// TLS could not be negotiated, or the certificate is not valid.
    case insecure(String)
    /// The response did not arrive within the limits.
    case timedOut(String)
    /// The body or the header is longer than permitted. `status` was received.
    case tooLarge(status: Int, limit: Int)
    /// The peer violated the protocol or closed the connection. Whether it processed the request is unknown.
    case broken(String)
    /// The queue is full; nothing was sent.
    case overloaded
    /// The calling task was cancelled.
    case cancelled
    /// The client has been shut down.
    case shutdown
}

extension FetchError {
    /// Whether the same request may succeed later.
    package var isTemporary: Bool {
        switch self {
        case .unreachable, .timedOut, .broken, .overloaded, .cancelled, .shutdown: true
        case .invalid, .refused, .insecure, .tooLarge: false
        }
    }

    /// The value of the metrics' `outcome` dimension.
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
        case .tooLarge(let status, let limit): "response \(status) is longer than \(limit) bytes"
        case .broken(let reason): "connection broken: \(reason)"
        case .overloaded: "too many requests are waiting"
        case .cancelled: "cancelled"
        case .shutdown: "the client is shut down"
        }
    }
}
