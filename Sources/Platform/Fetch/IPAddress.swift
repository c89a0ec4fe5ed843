import Foundation

/// An Internet address, without port or zone.
package enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(UInt128)

    /// Parses the usual text forms `192.0.2.1` and `2001:db8::1`; no brackets, no zone, no octal.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = .v6(withUnsafeBytes(of: six) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        } else {
            return nil
        }
    }

    /// Reads a socket address; `nil` if its family is neither IPv4 nor IPv6.
    ///
    /// The caller guarantees that `address` points to as many bytes as its family needs.
    init?(_ address: UnsafePointer<sockaddr>) {
        let bytes = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
        case AF_INET6:
            let six = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = .v6(withUnsafeBytes(of: six) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
        default:
            return nil
        }
    }
}

extension IPAddress {
    /// Whether the address is the local machine: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        switch self {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let bits): bits == 1
        }
    }

    /// Whether the address is a single host on the public Internet.
    ///
    /// False for private, shared, link-local, multicast, documentation and reserved ranges, and for every
    /// range that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo), because an unknown gateway decides
    /// what such an address reaches.
    ///
    /// - Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190). In IPv6 only
    ///   2000::/3 is global unicast (RFC 4291 §2.4), so everything outside it is refused without a list.
    package var isGlobalUnicast: Bool {
        switch self {
        case .v4(let bits): !Self.specialV4.contains { bits & $0.mask == $0.base }
        case .v6(let bits): bits >> 125 == 0b001 && !Self.specialV6.contains { bits & $0.mask == $0.base }
        }
    }

    private static let specialV4: [(base: UInt32, mask: UInt32)] = [
        block(0, 0, 0, 0, length: 8),  // "this network"
        block(10, 0, 0, 0, length: 8),  // private
        block(100, 64, 0, 0, length: 10),  // shared address space (carrier-grade NAT)
        block(127, 0, 0, 0, length: 8),  // loopback
        block(169, 254, 0, 0, length: 16),  // link-local, including cloud metadata services
        block(172, 16, 0, 0, length: 12),  // private
        block(192, 0, 0, 0, length: 24),  // protocol assignments
        block(192, 0, 2, 0, length: 24),  // documentation
        block(192, 88, 99, 0, length: 24),  // 6to4 relays
        block(192, 168, 0, 0, length: 16),  // private
        block(198, 18, 0, 0, length: 15),  // benchmarks
        block(198, 51, 100, 0, length: 24),  // documentation
        block(203, 0, 113, 0, length: 24),  // documentation
        block(224, 0, 0, 0, length: 4),  // multicast
        block(240, 0, 0, 0, length: 4),  // reserved, broadcast
    ]

    private static let specialV6: [(base: UInt128, mask: UInt128)] = [
        block(0x2001, 0, length: 23),  // protocol assignments: Teredo, ORCHID
        block(0x2001, 0x0db8, length: 32),  // documentation
        block(0x2002, 0, length: 16),  // 6to4
        block(0x3fff, 0, length: 20),  // documentation
    ]

    private static func block(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, length: Int
    ) -> (base: UInt32, mask: UInt32) {
        (a << 24 | b << 16 | c << 8 | d, UInt32.max << (32 - length))
    }

    private static func block(_ first: UInt128, _ second: UInt128, length: Int) -> (
        base: UInt128, mask: UInt128
    ) {
        (first << 112 | second << 96, UInt128.max << (128 - length))
    }
}

extension IPAddress: CustomStringConvertible {
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch self {
        case .v4(let bits):
            var address = in_addr(s_addr: bits.bigEndian)
            inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
        case .v6(let bits):
            var address = bits.bigEndian
            inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
