import NIOCore

/// How many connections the server keeps open.
package struct ConnectionLimits: Sendable {
    /// Files kept free for the database, outgoing requests and the runtime, which fail or end the process without.
    package static let reservedFiles = 512

    /// Time after which an idle connection is closed, except while a body arrives, which has
    /// ``InputLimits/arrivalTimeout``. Browsers open some connections in advance and keep them for a minute.
    static let idleTimeout = TimeAmount.seconds(75)

    /// Time that a connection may spend without a complete request while the server, or the share of its address,
    /// is nearly full.
    static let patience = TimeAmount.seconds(5)

    /// Maximum connections. At this number, accepting pauses and the connection that has been idle longest is closed.
    package let total: Int
    /// Maximum connections and HTTP/2 streams of one address; see ``PeerAddress/limitKey(_:)``.
    package let perAddress: Int
    /// Proxies, through which the connections of many people arrive.
    let proxies: TrustedProxies

    /// Creates limits that fit the process's limit on open files.
    ///
    /// - Parameters:
    ///   - total: Wanted maximum; 0 for as many as the files allow.
    ///   - perAddress: Wanted maximum of one address, which never gets more than half of all.
    ///   - files: The limit on open files; half of it is reserved if that is less than ``reservedFiles``.
    package init(total: Int, perAddress: Int, files: Int, proxies: TrustedProxies = .none) {
        let room = max(1, files - min(Self.reservedFiles, files / 2))
        self.total = total == 0 ? room : min(total, room)
        self.perAddress = max(1, min(perAddress, self.total / 2))
        self.proxies = proxies
    }

    /// Returns the key under which the connections of an address are counted. `nil` for trusted proxies and this
    /// machine, where a proxy may run that is not in the settings.
    func key(of address: SocketAddress?) -> String? {
        guard let address, !PeerAddress.isLoopback(address), !proxies.contains(address) else { return nil }
        return PeerAddress.limitKey(address)
    }

    /// Returns whether three quarters of a limit are used.
    static func isNearlyUsed(_ count: Int, of limit: Int) -> Bool { count * 4 >= limit * 3 }
}
