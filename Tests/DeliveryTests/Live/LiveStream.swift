import Foundation
import Glibc
import Synchronization

/// A plain client of a live stream: one socket, and what came through it so far.
final class LiveStream: Sendable {
    private let descriptor: Int32
    private let text = Mutex("")
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    struct CannotConnect: Error {}

    /// Asks for `path` with a bearer token.
    convenience init(port: Int, path: String, token: String, headers: [String: String] = [:]) throws {
        let lines =
            ["GET \(path) HTTP/1.1", "Host: localhost:8080", "Authorization: Bearer \(token)"]
            + headers.map { "\($0.key): \($0.value)" }
        try self.init(port: port, raw: lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// Connects and sends what is no request, or not a whole one.
    init(port: Int, raw text: String) throws {
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw CannotConnect() }
        let request = Array(text.utf8)
        guard Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw CannotConnect()
        }
        Thread.detachNewThread { [self] in read() }
    }

    /// Until the other end closes, or ``close()``.
    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            text.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
            arrived.yield()
        }
        arrived.finish()
    }

    /// Everything so far, head and chunk sizes included.
    var received: String { text.withLock(\.self) }

    /// Returns when `part` has come, or the stream has ended without it.
    ///
    /// - Returns: Whether it has come.
    func waits(for part: String) async -> Bool {
        if received.contains(part) { return true }
        for await _ in arrivals where received.contains(part) { return true }
        return received.contains(part)
    }

    /// Bytes after the request.
    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Returns when the other end has closed.
    func waitForEnd() async {
        for await _ in arrivals {}
    }

    func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { Glibc.close(descriptor) }
}
