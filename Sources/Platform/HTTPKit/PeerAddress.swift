import Foundation
package import NIOCore

/// Derives keys for rate limits and log texts from a client's address.
package enum PeerAddress {
    /// Returns the rate-limit key of a client: the whole IPv4 address, or the first 64 bits of an IPv6
    /// address, because a client usually controls its whole /64 network. Clients without an address (Unix
    /// sockets) share one bucket.
    package static func limitKey(_ address: SocketAddress?) -> String {
        switch address {
        case .v4: address?.ipAddress ?? "none"
        case .v6: address.map(network) ?? "none"
        default: "none"
        }
    }

    /// Returns the rate-limit key of a client elsewhere; `nil` on this machine, because all clients behind a proxy here would
    /// share one limit.
    package static func remoteLimitKey(_ address: SocketAddress?) -> String? {
        isLoopback(address) ? nil : limitKey(address)
    }

    /// Returns the client's network in a form that users can recognise without revealing more: 24 bits of an
    /// IPv4 address, such as `203.0.113.0/24`, or 48 of an IPv6 address; `machine` for the loopback
    /// interface; `nil` without an address.
    package static func network(of address: SocketAddress?) -> String? {
        if isLoopback(address) { return "machine" }
        switch address {
        case .v4: return address?.ipAddress.map(networkPrefix)
        case .v6:
            let key = limitKey(address)
            guard key.hasSuffix("/64") else { return key == "none" ? nil : networkPrefix(key) }
            let bytes = key.dropLast("/64".count).split(separator: ":").map { UInt16($0, radix: 16) ?? 0 }
            let groups = stride(from: 0, to: 6, by: 2).map {
                String(bytes[$0] << 8 | bytes[$0 + 1], radix: 16)
            }
            return groups.joined(separator: ":") + "::/48"
        default: return nil
        }
    }

    private static func networkPrefix(_ address: String) -> String {
        address.split(separator: ".").prefix(3).joined(separator: ".") + ".0/24"
    }

    /// Returns the /64 network. The address starts at byte 8 of a `sockaddr_in6` and has 16 bytes, on Linux
    /// and Darwin alike (RFC 3493, section 3.3).
    private static func network(_ address: SocketAddress) -> String {
        address.withSockAddr { pointer, size in
            let bytes = Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(8).prefix(16))
            guard bytes.count == 16 else { return "none" }
            // An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2) counts as IPv4.
            if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
                return bytes[12...].map(String.init).joined(separator: ".")
            }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
        }
    }

    /// Returns whether the client is on this machine.
    package static func isLoopback(_ address: SocketAddress?) -> Bool {
        switch address {
        case .v4: address?.ipAddress?.hasPrefix("127.") ?? false
        case .v6:
            ["::1"].contains(address?.ipAddress) || address?.ipAddress?.hasPrefix("::ffff:127.") ?? false
        case .unixDomainSocket: true
        default: false
        }
    }
}
