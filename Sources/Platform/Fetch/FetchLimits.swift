import Initializers

/// The limits of the outbound client.
package enum FetchLimits {
    /// The maximum length of a URL in bytes; the HTTP server of this service accepts the same.
    static let urlBytes = 8_192
    /// The maximum size of a response's header fields in bytes, names included. Well above what push services
    /// and webhook receivers send.
    static let headerBytes = 65_536
    /// The maximum number of concurrent transfers to one scheme, host and port, whatever the HTTP version, so
    /// that a slow receiver delays only its own requests.
    static let perDestination = 4
    /// The maximum number of concurrent transfers to all destinations. Bounds sockets and resolver threads.
    static let running = 128
    /// The maximum number of queued transfers. Beyond it, callers get ``FetchError/overloaded``.
    static let waiting = 4_096
    /// The maximum number of concurrent lookups of all clients; each occupies a thread. If a name's servers
    /// do not respond, the lookup lasts until the system gives up, some 10 s.
    static let resolving = 64
    /// How long a shutdown waits for running transfers; longer than the default limit of one transfer.
    static let drain = Duration.seconds(12)
    /// The number of idle connections kept for reuse.
    static let idleConnections = 64
}

/// The limits of one request: how long it may take and how much it may return.
@MemberwiseInit
package struct TransferLimits: Hashable, Sendable {
    /// From the call to the last byte, including time spent in the queue. Default: 10 s.
    package var total: Duration = .seconds(10)
    /// For name resolution, connection and TLS handshake. Default: 3 s.
    package var connect: Duration = .seconds(3)
    /// The maximum size of the response body in bytes. Default: 64 KiB.
    package var responseBytes: Int = 65_536
}
