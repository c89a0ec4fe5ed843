import Foundation
import Glibc
import Postgres
import Synchronization
import TestSupport

/// A server that misbehaves: it stands between the client and the real one and passes bytes on as it likes.
final class HostileProxy: Sendable {
    /// What it does to the bytes.
    struct Behaviour: Sendable {
        /// Passes the server's bytes on one by one, each in a write of its own.
        var dripsAnswers = false
        /// Closes after so many bytes from the server.
        var closesAfterAnswering: Int?
        /// Closes after so many bytes from the client.
        var closesAfterReading: Int?
        /// Takes no more bytes from the client after so many.
        var readsAtMost: Int?
        /// Passes no more bytes from the server after so many.
        var answersAtMost: Int?
        /// Accepts connections and does nothing with them.
        var isMute = false
    }

    private struct State {
        var behaviour: Behaviour
        var accepted = 0
        var open = 0
        var isStopped = false
    }

    private let state: Mutex<State>
    let folder: String
    private let listener: Int32

    init(_ behaviour: Behaviour) throws {
        state = Mutex(State(behaviour: behaviour))
        folder = "/tmp/noonish-proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try withUnixAddress("\(folder)/.s.PGSQL.5432") { bind(listener, $0, $1) }
        listen(listener, 64)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Connections that were made.
    var accepted: Int { state.withLock(\.accepted) }
    /// Connections that the client has not closed.
    var open: Int { state.withLock(\.open) }

    func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

    func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The real server's settings, by way of the proxy.
    func configuration() throws -> PostgresConfiguration {
        let user = try TestServer.parameter("user") ?? "postgres"
        let database = try TestServer.parameter("dbname") ?? user
        var configuration = try PostgresConfiguration(
            "host=\(folder) port=5432 user=\(user) dbname=\(database)")
        configuration.connections = .init(read: 1, write: 1, slow: 1, leased: 1)
        return configuration
    }
}

extension HostileProxy {
    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 { break }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            let behaviour = state.withLock { state in
                state.accepted += 1
                state.open += 1
                return state.behaviour
            }
            Thread.detachNewThread { [self] in
                serve(client, behaviour)
                close(client)
                state.withLock { $0.open -= 1 }
            }
        }
        close(listener)
    }

    private func serve(_ client: Int32, _ behaviour: Behaviour) {
        if behaviour.isMute { return waitForEnd(of: client) }
        guard let server = try? connectToServer() else { return }
        defer { close(server) }
        var read = 0
        var answered = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let mayRead = read < behaviour.readsAtMost ?? .max
            let mayAnswer = answered < behaviour.answersAtMost ?? .max
            var polls = [
                pollfd(fd: client, events: Int16(mayRead ? POLLIN : 0), revents: 0),
                pollfd(fd: server, events: Int16(mayAnswer ? POLLIN : 0), revents: 0),
            ]
            guard poll(&polls, 2, -1) > 0 else { return }
            if polls[0].revents & Int16(POLLHUP) != 0, !mayRead { return }
            if polls[0].revents != 0, mayRead {
                let limit = min(behaviour.closesAfterReading ?? .max, behaviour.readsAtMost ?? .max) - read
                let count = recv(client, &buffer, min(buffer.count, limit), 0)
                guard count > 0, pass(buffer[..<count], to: server, drips: false) else { return }
                read += count
                if read == behaviour.closesAfterReading { return }
            }
            if polls[1].revents != 0, mayAnswer {
                let limit =
                    min(behaviour.closesAfterAnswering ?? .max, behaviour.answersAtMost ?? .max) - answered
                let count = recv(server, &buffer, min(buffer.count, limit), 0)
                guard count > 0, pass(buffer[..<count], to: client, drips: behaviour.dripsAnswers) else {
                    return
                }
                answered += count
                if answered == behaviour.closesAfterAnswering { return }
            }
        }
    }

    private func pass(_ bytes: ArraySlice<UInt8>, to target: Int32, drips: Bool) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(target, $0.baseAddress, drips ? 1 : $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func waitForEnd(of client: Int32) {
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
    }

    private func connectToServer() throws -> Int32 {
        let host = try TestServer.parameter("host") ?? "/var/run/postgresql"
        let port = try TestServer.parameter("port") ?? "5432"
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try withUnixAddress("\(host)/.s.PGSQL.\(port)") { connect(server, $0, $1) }
        return server
    }

    private struct SocketFailure: Error { let path: String }

    private func withUnixAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SocketFailure(path: path) }
    }
}

/// Runs `test` with a client that reaches the test server through a proxy.
func withProxy(
    _ behaviour: HostileProxy.Behaviour, configure: (inout PostgresConfiguration) -> Void = { _ in },
    _ test: (HostileProxy, PostgresClient) async throws -> Void
) async throws {
    let proxy = try HostileProxy(behaviour)
    var configuration = try proxy.configuration()
    configure(&configuration)
    defer { proxy.stop() }
    try await PostgresClient.withClient(configuration, logger: .forTests) { client in
        try await test(proxy, client)
    }
}
