import Foundation
import NIOCore

/// Finds the port before anything else is started, so that a port in use is reported immediately and links
/// contain the actual port when it is 0.
enum ListeningPort {
    /// Tests whether the server can listen.
    ///
    /// - Returns: `port`, or a free port for 0.
    /// - Throws: ``CommandError`` if the port is in use or not permitted.
    static func find(host: String, port: Int) throws -> Int {
        let address: SocketAddress
        do {
            address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        } catch {
            throw CommandError(.settings, "http.host: “\(host)” is not an address")
        }
        let family = address.protocol.rawValue
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw bindError(host, port) }
        defer { close(descriptor) }
        // The same option as the server's: lingering connections of an earlier run do not block the port.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard address.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0, listen(descriptor, 1) == 0
        else { throw bindError(host, port) }
        guard port == 0 else { return port }

        var bound = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let outcome = withUnsafeMutableBytes(of: &bound) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) }
        }
        guard outcome == 0 else { throw bindError(host, port) }
        // sin_port and sin6_port both follow the 16 bits of the family, in network byte order.
        return withUnsafeBytes(of: bound) { Int($0[2]) << 8 | Int($0[3]) }
    }

    private static func bindError(_ host: String, _ port: Int) -> CommandError {
        switch errno {
        case EADDRINUSE:
            CommandError(
                .unavailable,
                "port \(port) of \(host) is in use; set http.port (NOONISH_HTTP_PORT) to another"
            )
        case EACCES: CommandError(.unavailable, "port \(port) requires root; set http.port to one above 1023")
        case EADDRNOTAVAIL: CommandError(.settings, "http.host: \(host) is not an address of this machine")
        default:
            CommandError(
                .unavailable, "cannot listen on \(host):\(port): \(String(cString: strerror(errno)))")
        }
    }
}
