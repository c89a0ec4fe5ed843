/// Every number of the outbound client.
package enum FetchLimits {
    /// Bytes of a URL. What our own HTTP side accepts too.
    static let urlBytes = 8_192
    /// Bytes of all header fields of an answer, with names. Well above what push services and webhooks send.
    static let headerBytes = 65_536
    /// Transfers at once to one scheme, host and port, whatever the HTTP version. A slow receiver holds up only itself.
    static let perDestination = 4
    /// Transfers at once to all destinations. Bounds sockets and resolver threads.
    static let running = 128
    /// Transfers that wait for a place. Past that a caller gets ``FetchError/overloaded``.
    static let waiting = 4_096
    /// Names looked up at once by all clients; each takes a thread. A name whose servers do not answer holds one for as
    /// long as the system tries, some 10 s.
    static let resolving = 64
    /// How long a shutdown lets running transfers finish; above the usual time limit of one.
    static let drain = Duration.seconds(12)
    /// Idle connections kept for the next request.
    static let idleConnections = 64
}

/// How long one request may take and how much it may bring back.
package struct TransferLimits: Hashable, Sendable {
    /// From the call to the last byte, waiting for a place included. Default 10 s.
    package var total: Duration
    /// Name resolution, connection and TLS. Default 3 s.
    package var connect: Duration
    /// Bytes of the answer's body. Default 64 KiB.
    package var responseBytes: Int

    package init(
        total: Duration = .seconds(10), connect: Duration = .seconds(3), responseBytes: Int = 65_536
    ) {
        self.total = total
        self.connect = connect
        self.responseBytes = responseBytes
    }
}
