import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPKit

@Suite struct ConnectionRegistryTests {
    @Test func `a full server closes the connection that has been idle longest for each new one`() throws {
        let server = Server(total: 4)
        let oldest = try server.connect("192.0.2.1")
        let busy = try server.connect("192.0.2.2")
        server.connections.requestDidArrive(on: busy.channel)
        let idle = try server.connect("192.0.2.3")

        #expect(!oldest.isClosed)
        let next = try server.connect("192.0.2.4")
        #expect(oldest.isClosed)
        let last = try server.connect("192.0.2.5")

        #expect(idle.isClosed)
        #expect(!busy.isClosed && !next.isClosed && !last.isClosed)
    }

    @Test func `a connection is as old as its last response`() throws {
        let server = Server(total: 3)
        let first = try server.connect("192.0.2.1")
        let second = try server.connect("192.0.2.2")
        server.connections.requestDidArrive(on: first.channel)
        server.connections.responseDidEnd(on: first.channel)

        _ = try server.connect("192.0.2.3")

        #expect(second.isClosed)
        #expect(!first.isClosed)
    }

    @Test func `accepting pauses while all connections are in use, and goes on once one closes`() throws {
        let server = Server(total: 2)
        let busy = try ["192.0.2.1", "192.0.2.2"].map { address in
            let connection = try server.connect(address)
            server.connections.requestDidArrive(on: connection.channel)
            return connection
        }

        #expect(!server.connections.acceptPolicy.isAcceptingNewConnections())
        try server.close(busy[0])

        #expect(server.connections.acceptPolicy.isAcceptingNewConnections())
        #expect(!busy[1].isClosed)
    }

    @Test func `one address gets its share, and this machine and proxies all`() throws {
        let server = Server(total: 100, perAddress: 2, proxies: TrustedProxies("198.51.100.0/24"))
        let first = try server.connect("2001:db8::1")
        _ = try server.connect("2001:db8::2")

        #expect(throws: Refused.self) { try server.connect("2001:db8:0:0:9::3") }
        _ = try server.connect("2001:db8:0:1::1")
        for _ in 0..<5 {
            _ = try server.connect("127.0.0.1")
            _ = try server.connect("198.51.100.7")
        }
        try server.close(first)
        _ = try server.connect("2001:db8::4")

        #expect(server.text.contains("http_connections_refused_total 1"))
        #expect(server.text.contains("http_connections 13"))
    }

    @Test func `HTTP 2 streams count like connections of their address`() throws {
        let server = Server(total: 100, perAddress: 3)
        let connection = try server.connect("192.0.2.1")

        #expect(server.connections.admitStream(on: connection.channel))
        #expect(server.connections.admitStream(on: connection.channel))
        #expect(!server.connections.admitStream(on: connection.channel))
        server.connections.removeStream(on: connection.channel)
        #expect(server.connections.admitStream(on: connection.channel))
        #expect(throws: Refused.self) { try server.connect("192.0.2.1") }

        try server.close(connection)
        for _ in 0..<3 { _ = try server.connect("192.0.2.1") }
    }

    @Test func `idle connections are closed after their time, and slow requests and streams are not`() throws
    {
        let server = Server(total: 100)
        let silent = try server.connect("192.0.2.1")
        let slow = try server.connect("192.0.2.2")
        server.connections.requestIsArriving(on: slow.channel)
        let stream = try server.connect("192.0.2.3")
        server.connections.requestDidArrive(on: stream.channel)

        server.closeIdle(after: .seconds(70))
        #expect(!silent.isClosed)
        server.closeIdle(after: .seconds(80))

        #expect(silent.isClosed)
        #expect(!slow.isClosed && !stream.isClosed)
    }

    @Test func `silent connections are closed after seconds when the server is nearly full, and not before`()
        throws
    {
        let server = Server(total: 8)
        let silent = try (1...5).map { try server.connect("192.0.2.\($0)") }
        server.closeIdle(after: .seconds(30))
        #expect(silent.allSatisfy { !$0.isClosed })
        let stream = try server.connect("192.0.2.6")
        server.connections.requestDidArrive(on: stream.channel)

        server.closeIdle(after: .seconds(4))
        #expect(silent.allSatisfy { !$0.isClosed })
        server.closeIdle(after: .seconds(6))

        #expect(silent.allSatisfy { $0.isClosed })
        #expect(!stream.isClosed)
        #expect(server.text.contains("http_connections_silent_closed_total 5"))
    }

    @Test func `a client that does not read is idle, whatever it asks for, until it reads`() throws {
        let server = Server(total: 8)
        let (deaf, slow, live) = (
            try server.connect("192.0.2.1"), try server.connect("192.0.2.2"), try server.connect("192.0.2.3")
        )
        for connection in [deaf, slow, live] { server.connections.requestDidArrive(on: connection.channel) }
        for connection in [deaf, slow] { server.setReading(false, connection) }
        server.connections.requestDidArrive(on: deaf.channel)
        server.setReading(true, slow)

        server.closeIdle(after: .seconds(80))

        #expect(deaf.isClosed)
        #expect(!slow.isClosed && !live.isClosed)
    }

    @Test func `a connection whose streams are all unread is idle`() throws {
        let server = Server(total: 8)
        let connections = try ["192.0.2.1", "192.0.2.2"].map { address in
            let connection = try server.connect(address)
            for _ in 1...2 { server.connections.requestDidArrive(on: connection.channel) }
            server.stallStream(of: connection)
            return connection
        }
        server.stallStream(of: connections[0])

        server.closeIdle(after: .seconds(80))

        #expect(connections[0].isClosed)
        #expect(!connections[1].isClosed)
    }

    @Test func `an address that has nearly used up its share loses its silent connections alone`() throws {
        let server = Server(total: 100, perAddress: 4)
        let greedy = try (1...3).map { _ in try server.connect("192.0.2.1") }
        let modest = try server.connect("192.0.2.2")

        server.closeIdle(after: .seconds(6))

        #expect(greedy.allSatisfy { $0.isClosed })
        #expect(!modest.isClosed)
    }

    @Test func `thousands of requests on few connections leave no trace in the queue`() throws {
        let server = Server(total: 4)
        let first = try server.connect("192.0.2.1")
        let second = try server.connect("192.0.2.2")
        for _ in 0..<10_000 {
            server.connections.requestDidArrive(on: second.channel)
            server.connections.responseDidEnd(on: second.channel)
        }

        _ = try server.connect("192.0.2.3")
        _ = try server.connect("192.0.2.4")

        #expect(first.isClosed)
        #expect(!second.isClosed)
    }

    @Test(arguments: [
        (0, 20_000, 19_488), (0, 256, 128), (0, 1, 1), (1_000, 20_000, 1_000), (1_000, 1_024, 512),
    ])
    func `connections leave files for everything else`(wanted: Int, files: Int, total: Int) {
        let limits = ConnectionLimits(total: wanted, perAddress: 1_000, files: files)

        #expect(limits.total == total)
        #expect(limits.perAddress == max(1, min(1_000, total / 2)))
    }
}

private struct Refused: Error {}

/// Connections without sockets.
private final class Server {
    final class Connection {
        let channel = EmbeddedChannel()
        var isClosed: Bool { !channel.isActive }
    }

    let connections: ConnectionRegistry
    private let metrics = MetricsRegistry()
    private var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    init(total: Int, perAddress: Int = 100, proxies: TrustedProxies? = nil) {
        let limits = ConnectionLimits(
            total: total, perAddress: perAddress, files: 20_000, proxies: proxies ?? .none)
        connections = ConnectionRegistry(limits, metrics: metrics)
    }

    var text: String { metrics.render() }

    func connect(_ address: String) throws -> Connection {
        let connection = Connection()
        connection.channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4_711)
        try connection.channel.connect(to: SocketAddress(ipAddress: "192.0.2.100", port: 80)).wait()
        connection.channel.remoteAddress = try SocketAddress(ipAddress: address, port: 4_711)
        let policy = connections.acceptPolicy
        policy.connectionOpened()
        connection.channel.closeFuture.whenComplete { _ in policy.connectionClosed() }
        now = now + .milliseconds(1)
        guard connections.admit(connection.channel, at: now) else {
            try close(connection)
            throw Refused()
        }
        all.append(connection)
        for connection in all { connection.channel.embeddedEventLoop.run() }
        return connection
    }

    func close(_ connection: Connection) throws {
        try connection.channel.close().wait()
        connection.channel.embeddedEventLoop.run()
    }

    func setReading(_ isReading: Bool, _ connection: Connection) {
        connection.channel.isWritable = isReading
        connections.writabilityDidChange(of: connection.channel, at: now)
    }

    func stallStream(of connection: Connection) {
        connections.streamDidStall(true, on: connection.channel, at: now)
    }

    func closeIdle(after time: TimeAmount) {
        connections.closeIdle(at: now + time)
        for connection in all { connection.channel.embeddedEventLoop.run() }
    }

    private var all: [Connection] = []
}
