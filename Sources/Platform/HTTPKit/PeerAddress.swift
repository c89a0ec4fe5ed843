import Foundation
package import NIOCore

/// Who connected, as far as limits and logs are concerned.
package enum PeerAddress {
    /// The key of a caller's bucket: all of an IPv4 address, the first 64 bits of an IPv6 one, since whoever has one
    /// has all the others of its network. Callers without an address (a Unix socket) share one bucket.
    package static func limitKey(_ address: SocketAddress?) -> String {
        switch address {
        case .v4: address?.ipAddress ?? "none"
        case .v6: address.map(network) ?? "none"
        default: "none"
        }
    }

    /// The caller's network, for people to recognise it by and for no more than that: 24 bits of an IPv4 address, 48 of
    /// an IPv6 one, as `203.0.113.0/24`; `machine` for a caller on this one. Nil without an address.
    package static func network(of address: SocketAddress?) -> String? {
        if isLoopback(address) { return "machine" }
        switch address {
        case .v4: return address?.ipAddress.map(cut)
        case .v6:
            let key = limitKey(address)
            guard key.hasSuffix("/64") else { return key == "none" ? nil : cut(key) }
            let bytes = key.dropLast("/64".count).split(separator: ":").map { UInt16($0, radix: 16) ?? 0 }
            let groups = stride(from: 0, to: 6, by: 2).map {
                String(bytes[$0] << 8 | bytes[$0 + 1], radix: 16)
            }
            return groups.joined(separator: ":") + "::/48"
        default: return nil
        }
    }

    private static func cut(_ address: String) -> String {
        address.split(separator: ".").prefix(3).joined(separator: ".") + ".0/24"
    }

    /// The address stands at byte 8 of a `sockaddr_in6`, 16 bytes long, on Linux and Darwin alike (RFC 3493, section 3.3).
    private static func network(_ address: SocketAddress) -> String {
        address.withSockAddr { pointer, size in
            let bytes = Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(8).prefix(16))
            guard bytes.count == 16 else { return "none" }
            // An IPv4 address in IPv6's clothes (RFC 4291, section 2.5.5.2) is the former.
            if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
                return bytes[12...].map(String.init).joined(separator: ".")
            }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
        }
    }

    /// Whether the caller is on this machine.
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
