import Foundation
import NIOCore

/// The account that owns the other end of a connection within this machine.
///
/// - Source: Linux, `Documentation/networking/proc_net_tcp.rst`.
enum SocketOwner {
    /// Returns the user id of the client of a loopback connection; `nil` if the system does not list it.
    static func user(of channel: any Channel) -> uid_t? {
        guard let client = channel.remoteAddress, let server = channel.localAddress else { return nil }
        return ["/proc/net/tcp", "/proc/net/tcp6"].lazy.compactMap { path in
            text(of: path).flatMap { user(of: client, connectedTo: server, in: $0) }
        }.first
    }

    /// Reads a file of /proc to its end. Foundation stops after one page, because the files have no size.
    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }

    /// Finds the client's socket, whose local address is the client's, in a table of sockets.
    static func user(of client: SocketAddress, connectedTo server: SocketAddress, in table: String) -> uid_t?
    {
        guard let from = text(client), let to = text(server) else { return nil }
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count > 7, fields[1].hasSuffix(from), fields[2].hasSuffix(to) else { continue }
            return uid_t(fields[7])
        }
        return nil
    }

    /// Returns whether the account is one of a service: neither this process's nor root's, and outside of the range that
    /// Linux gives to people (`UID_MIN` and `UID_MAX` of login.defs).
    static func isService(_ user: uid_t) -> Bool {
        user != 0 && user != geteuid() && !(1_000...60_000).contains(user)
    }

    /// Returns an address as in the table: 32-bit words in the machine's byte order, then the port. An IPv4 address is also
    /// the end of its IPv4-mapped form.
    private static func text(_ address: SocketAddress) -> String? {
        guard let port = address.port else { return nil }
        let bytes = address.addressBytes
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reversed().map { String(format: "%02X", $0) }.joined()
        }
        return words.joined() + String(format: ":%04X", port)
    }
}
