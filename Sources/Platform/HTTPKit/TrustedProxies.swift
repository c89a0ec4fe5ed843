package import HTTPTypes
internal import Hummingbird
package import NIOCore

/// Proxies of the operator's own, whose word on who connected is believed.
package struct TrustedProxies: Sendable {
    private let networks: [PeerNetwork]

    package static let none = TrustedProxies([])

    package init(_ networks: [PeerNetwork]) { self.networks = networks }

    /// Addresses and networks with spaces between.
    ///
    /// - Returns: Nil if one of them is neither.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        networks = words.compactMap { PeerNetwork(String($0)) }
        guard networks.count == words.count else { return nil }
    }

    /// Who connected to the outermost proxy of ours: the last name in `X-Forwarded-For` that is not itself one. What stands
    /// before it may be anybody's invention. `last`, if it is nobody that we trust, or was told nothing that can be read.
    package func peer(_ last: SocketAddress?, _ headers: HTTPFields) -> SocketAddress? {
        guard var peer = last, trusts(peer) else { return last }
        let hops = headers[values: .forwardedFor].joined(separator: ",").split(separator: ",")
        for hop in hops.reversed() {
            guard let address = Self.address(hop.trimmingPrefix(while: \.isWhitespace)) else { return peer }
            peer = address
            guard trusts(peer) else { return peer }
        }
        return peer
    }

    private func trusts(_ address: SocketAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// `203.0.113.9`, `203.0.113.9:4711`, `2001:db8::9` or `[2001:db8::9]:4711`.
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

/// A network in CIDR notation (RFC 4632, RFC 4291 section 2.3), or one address.
package struct PeerNetwork: Sendable, Hashable {
    private let bytes: [UInt8]
    /// Bits of ``bytes`` that count.
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
    /// 4 or 16 bytes in network order, none for a socket that is a file; an IPv4 address in IPv6's clothes (RFC 4291,
    /// section 2.5.5.2) is the former. It stands at byte 4 of a `sockaddr_in`, at byte 8 of a `sockaddr_in6`.
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

/// Sets ``AppContext/peer`` to who is behind our own proxies.
struct PeerMiddleware: RouterMiddleware {
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: AppContext, next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.peer = proxies.peer(context.peer, request.headers)
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    /// What proxies add whom they speak for to.
    fileprivate static let forwardedFor = constant("X-Forwarded-For")
}
