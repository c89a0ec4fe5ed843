import DequeModule
import HummingbirdCore
package import Metrics
import NIOCore
import Synchronization

// The bounds on connections
// =========================
// Every connection is an open file, and a process without files can neither reach its database nor, after a while, run.
// So the server counts connections and stops accepting at a limit; the kernel holds back the next ones.
//
// A connection is idle while none of its requests has arrived completely and awaits its response: before the first
// request, during a slow one, and between two. Live streams are therefore never idle. A connection whose client does not read,
// so that nothing more can be written to it, is idle too, whatever it has asked for. Once the server is full, each new
// connection closes the one that has been idle longest, so a crowd of silent ones displaces itself. Once it is nearly full,
// or one address has nearly used up its share, idle connections are closed after a few seconds.

/// The open connections of the server, and which of them are idle.
package final class ConnectionRegistry: Sendable {
    package let limits: ConnectionLimits
    private let state = Mutex(State())
    private let open: Meter
    private let refused: Counter
    private let silent: Counter

    package init(_ limits: ConnectionLimits, metrics: any MetricsFactory) {
        self.limits = limits
        open = Meter(label: "http_connections", dimensions: [], factory: metrics)
        refused = Counter(label: "http_connections_refused", dimensions: [], factory: metrics)
        silent = Counter(label: "http_connections_silent_closed", dimensions: [], factory: metrics)
    }

    /// Registers a new connection until it closes. If the server is full with it, closes the longest idle one, to make room
    /// for the next.
    ///
    /// - Returns: False if the address has used up its share; the caller closes the connection.
    func admit(_ channel: any Channel, at now: NIODeadline = .now()) -> Bool {
        let address = limits.key(of: channel.remoteAddress)
        let victims = state.withLock { state -> [any Channel]? in
            guard state.take(address, upTo: limits.perAddress) else { return nil }
            let victims = state.closeIdle(
                before: now, atMost: state.accepted - state.closing - limits.total + 1)
            state.connections[ObjectIdentifier(channel)] = Connection(channel: channel, address: address)
            state.startIdlePeriod(of: channel, at: now)
            return victims
        }
        guard let victims else {
            refused.increment()
            return false
        }
        open.increment()
        channel.closeFuture.whenComplete { [self] _ in remove(channel) }
        close(victims)
        return true
    }

    /// Closes connections that have been idle for ``ConnectionLimits/idleTimeout``, or for ``ConnectionLimits/patience``
    /// if the server, or the share of their address, is nearly full. Call it every second.
    package func closeIdle() { closeIdle(at: .now()) }

    func closeIdle(at now: NIODeadline) {
        let victims = state.withLock { state -> [any Channel] in
            let isNearlyFull = ConnectionLimits.isNearlyUsed(state.accepted, of: limits.total)
            let crowded = state.perAddress.filter {
                ConnectionLimits.isNearlyUsed($0.value, of: limits.perAddress)
            }
            let timeout = now - ConnectionLimits.idleTimeout
            let isCrowded = isNearlyFull || !crowded.isEmpty
            // Not all at once, so that requests in between do not wait.
            return state.closeIdle(
                before: isCrowded ? now - ConnectionLimits.patience : timeout,
                atMost: max(64, limits.total / 16)
            ) { connection, start in
                isNearlyFull || connection.address.flatMap { crowded[$0] } != nil
                    || start <= timeout && !connection.isArriving
            }
        }
        close(victims)
    }

    /// Records that a request has begun to arrive and is not complete.
    func requestIsArriving(on channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.isArriving = true }
    }

    /// Records that a request has arrived completely.
    func requestDidArrive(on channel: any Channel) {
        state.withLock { state in
            state.connections[ObjectIdentifier(channel)]?.isArriving = false
            state.connections[ObjectIdentifier(channel)]?.requests += 1
            state.updateIdlePeriod(of: channel, at: .now())
        }
    }

    /// Records that the response to a complete request has ended, or will not come.
    func responseDidEnd(on channel: any Channel, at now: NIODeadline = .now()) {
        state.withLock { state in
            state.connections[ObjectIdentifier(channel)]?.requests -= 1
            state.updateIdlePeriod(of: channel, at: now)
        }
    }

    /// Records whether the client of a connection reads: whether more can be written to it.
    func writabilityDidChange(of channel: any Channel, at now: NIODeadline = .now()) {
        let isWritable = channel.isWritable
        state.withLock { state in
            state.connections[ObjectIdentifier(channel)]?.isStalled = !isWritable
            state.updateIdlePeriod(of: channel, at: now)
        }
    }

    /// Records that one more HTTP/2 stream of a connection is not read, or one fewer.
    func streamDidStall(_ isStalled: Bool, on channel: any Channel, at now: NIODeadline = .now()) {
        state.withLock { state in
            state.connections[ObjectIdentifier(channel)]?.stalledStreams += isStalled ? 1 : -1
            state.updateIdlePeriod(of: channel, at: now)
        }
    }

    /// Counts an HTTP/2 stream like a connection of its address.
    ///
    /// - Returns: False if the address has used up its share; the caller closes the stream.
    func admitStream(on channel: any Channel) -> Bool {
        let isAdmitted = state.withLock { state in
            guard let connection = state.connections[ObjectIdentifier(channel)] else { return true }
            guard state.take(connection.address, upTo: limits.perAddress) else { return false }
            state.connections[ObjectIdentifier(channel)]?.streams += 1
            return true
        }
        if !isAdmitted { refused.increment() }
        return isAdmitted
    }

    func removeStream(on channel: any Channel) {
        state.withLock { state in
            guard let connection = state.connections[ObjectIdentifier(channel)] else { return }
            state.connections[ObjectIdentifier(channel)]?.streams = connection.streams - 1
            state.release(1, connection.address)
        }
    }

    private func remove(_ channel: any Channel) {
        open.decrement()
        state.withLock { state in
            guard let connection = state.connections.removeValue(forKey: ObjectIdentifier(channel)) else {
                return
            }
            state.release(1 + connection.streams, connection.address)
            if connection.isClosing { state.closing -= 1 }
        }
    }

    private func close(_ victims: [any Channel]) {
        silent.increment(by: victims.count)
        for channel in victims {
            channel.eventLoop.execute { AdmissionHandler.close(channel) }
        }
    }
}

/// The part of the registry that accepts connections or pauses.
extension ConnectionRegistry {
    package struct AcceptPolicy: AvailableConnectionsDelegate {
        let connections: ConnectionRegistry

        package func connectionOpened() { connections.state.withLock { $0.accepted += 1 } }

        package func connectionClosed() { connections.state.withLock { $0.accepted -= 1 } }

        package func isAcceptingNewConnections() -> Bool {
            connections.state.withLock { $0.accepted } < connections.limits.total
        }
    }

    /// Counts accepted connections and pauses accepting while there are too many.
    package var acceptPolicy: AcceptPolicy { AcceptPolicy(connections: self) }
}

private struct Connection {
    let channel: any Channel
    let address: String?
    /// Number of open HTTP/2 streams.
    var streams = 0
    /// Number of complete requests without a complete response.
    var requests = 0
    /// Number of HTTP/2 streams whose responses the client does not read.
    var stalledStreams = 0
    /// Whether the client reads nothing at all.
    var isStalled = false
    /// Whether a part of a request has arrived.
    var isArriving = false
    /// Identifies the current idle period; `nil` while requests are in progress.
    var idlePeriod: UInt64?
    var isClosing = false

    var isIdle: Bool { isStalled || requests <= stalledStreams }
}

private struct IdlePeriod {
    let connection: ObjectIdentifier
    let number: UInt64
    let start: NIODeadline
}

private struct State {
    /// Number of accepted connections that are still open, including those that are closing.
    var accepted = 0
    /// Number of connections that were closed for being idle and still hold their files.
    var closing = 0
    var connections: [ObjectIdentifier: Connection] = [:]
    /// Number of connections and HTTP/2 streams of each counted address.
    var perAddress: [String: Int] = [:]
    /// Idle periods, oldest first, including those that have ended.
    private var idle: Deque<IdlePeriod> = []
    private var lastPeriod: UInt64 = 0

    /// Adds one to the count of the address; false if it has reached the limit.
    mutating func take(_ address: String?, upTo limit: Int) -> Bool {
        guard let address else { return true }
        guard perAddress[address, default: 0] < limit else { return false }
        perAddress[address, default: 0] += 1
        return true
    }

    mutating func release(_ count: Int, _ address: String?) {
        guard let address, let held = perAddress[address] else { return }
        perAddress[address] = held > count ? held - count : nil
    }

    /// Starts or ends the idle period of a connection that has changed.
    mutating func updateIdlePeriod(of channel: any Channel, at now: NIODeadline) {
        guard let connection = connections[ObjectIdentifier(channel)], !connection.isClosing else { return }
        if !connection.isIdle {
            connections[ObjectIdentifier(channel)]?.idlePeriod = nil
        } else if connection.idlePeriod == nil {
            startIdlePeriod(of: channel, at: now)
        }
    }

    /// Amortised O(1): ended periods are removed once they are the majority.
    mutating func startIdlePeriod(of channel: any Channel, at now: NIODeadline) {
        lastPeriod += 1
        connections[ObjectIdentifier(channel)]?.idlePeriod = lastPeriod
        idle.append(IdlePeriod(connection: ObjectIdentifier(channel), number: lastPeriod, start: now))
        if idle.count > 2 * connections.count + 64 {
            idle.removeAll { connections[$0.connection]?.idlePeriod != $0.number }
        }
    }

    /// Marks idle connections as closing, those that have been idle longest first.
    ///
    /// - Parameters:
    ///   - deadline: Only connections that have been idle since then or longer.
    ///   - matches: Only connections for which it is true, given the start of their idle period.
    mutating func closeIdle(
        before deadline: NIODeadline, atMost limit: Int = .max,
        where matches: (Connection, NIODeadline) -> Bool = { _, _ in true }
    ) -> [any Channel] {
        var victims: [any Channel] = []
        var spared: [IdlePeriod] = []
        while victims.count < limit, let oldest = idle.first, oldest.start <= deadline {
            idle.removeFirst()
            guard let connection = connections[oldest.connection], connection.idlePeriod == oldest.number
            else {
                continue
            }
            if matches(connection, oldest.start) {
                connections[oldest.connection]?.idlePeriod = nil
                connections[oldest.connection]?.isClosing = true
                closing += 1
                victims.append(connection.channel)
            } else {
                spared.append(oldest)
            }
        }
        idle.prepend(contentsOf: spared)
        return victims
    }
}
