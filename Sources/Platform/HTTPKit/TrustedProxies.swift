package import HTTPTypes
import Hummingbird
package import NIOCore

/// The operator's own proxies, whose `X-Forwarded-For` is trusted.
package struct TrustedProxies: Sendable {
    private let networks: [PeerNetwork]

    package static let none = TrustedProxies([])

    package init(_ networks: [PeerNetwork]) { self.networks = networks }

    /// Parses addresses and networks separated by spaces.
    ///
    /// - Returns: `nil` if any of them is invalid.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        networks = words.compactMap { PeerNetwork(String($0)) }
        guard networks.count == words.count else { return nil }
    }

    /// Returns the client that connected to our outermost proxy: the last address in `X-Forwarded-For` that
    /// is not a trusted proxy. Anything before it may be forged. Returns the last trusted hop if the rest of
    /// the field cannot be parsed, and `last` if it is not trusted itself.
    package func peer(_ last: SocketAddress?, _ headers: HTTPFields) -> SocketAddress? {
        guard var peer = last, contains(peer) else { return last }
        let hops = headers[values: .forwardedFor].joined(separator: ",").split(separator: ",")
        for hop in hops.reversed() {
            guard let address = Self.address(hop.trimmingPrefix(while: \.isWhitespace)) else { return peer }
            peer = address
            guard contains(peer) else { return peer }
        }
        return peer
    }

    func contains(_ address: SocketAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Parses `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::9` or `[2001:db8::9]:4711`.
    private static func address(_ hop: Substring) -> SocketAddress? {
        var text = hop.prefix { !$0.isWhitespace }
        if text.first == "[" {
            text = text.dropFirst().prefix { $0 != "]" }
        } else if text.count(where: { $0 == ":" }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        return try? SocketAddress(ipAddress: String(text), port: 0)
    }
}

/// A network in CIDR notation (RFC 4632, RFC 4291 section 2.3), or a single address.
package struct PeerNetwork: Sendable, Hashable {
    private let bytes: [UInt8]
    /// Number of significant bits of ``bytes``.
    private let length: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0) else {
            return nil
        }
        bytes = address.addressBytes
        guard parts.count == 2 else {
            length = bytes.count * 8
            return
        }
        guard let length = Int(parts[1]), (0...bytes.count * 8).contains(length) else { return nil }
        self.length = length
    }

    package func contains(_ address: SocketAddress) -> Bool {
        let other = address.addressBytes
        guard other.count == bytes.count else { return false }
        return (0..<length).allSatisfy { bit in
            (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}

extension SocketAddress {
    /// The address in network byte order: 4 or 16 bytes, none for a Unix socket. An IPv4-mapped IPv6 address
    /// (RFC 4291, section 2.5.5.2) yields the IPv4 address. The bytes start at offset 4 of a `sockaddr_in`
    /// and offset 8 of a `sockaddr_in6`.
    var addressBytes: [UInt8] {
        let (start, count) =
            switch self {
            case .v4: (4, 4)
            case .v6: (8, 16)
            default: (0, 0)
            }
        let bytes = withSockAddr { pointer, size in
            Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(start).prefix(count))
        }
        let isMapped =
            bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff
            && bytes[11] == 0xff
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }
}

/// Sets ``AppContext/peer`` to the client behind our own proxies, and ``AppContext/isForwarded``.
struct PeerMiddleware: RouterMiddleware {
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.isForwarded = context.peer.map(proxies.contains) ?? false
        context.peer = proxies.peer(context.peer, request.headers)
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    /// The field to which proxies append the address of their client.
    fileprivate static let forwardedFor = constant("X-Forwarded-For")
}
