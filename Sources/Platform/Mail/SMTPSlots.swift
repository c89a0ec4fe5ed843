import Fetch
import Synchronization

/// The connections that the SMTP listener serves at a time, in all and for each address.
final class SMTPSlots: Sendable {
    /// A place among the served connections.
    struct Slot: Sendable {
        /// `nil` if the address is not counted.
        fileprivate let network: IPAddress?
    }

    private struct Taken {
        var all = 0
        var perNetwork: [IPAddress: Int] = [:]
    }

    private let taken = Mutex(Taken())

    /// Takes a slot for a client.
    ///
    /// - Parameter address: In text form; `nil` if it has none.
    /// - Returns: `nil` if all slots, or those of the address, are taken.
    func take(for address: String?) -> Slot? {
        let client = address.flatMap(IPAddress.init)?.unmapped
        let network = client?.isLoopback == true ? nil : client?.network
        return taken.withLock { taken in
            guard taken.all < MailLimits.connections else { return nil }
            if let network {
                let held = taken.perNetwork[network, default: 0]
                guard held < MailLimits.connectionsPerAddress else { return nil }
                taken.perNetwork[network] = held + 1
            }
            taken.all += 1
            return Slot(network: network)
        }
    }

    func release(_ slot: Slot) {
        taken.withLock { taken in
            taken.all -= 1
            guard let network = slot.network, let count = taken.perNetwork[network] else { return }
            taken.perNetwork[network] = count > 1 ? count - 1 : nil
        }
    }
}

extension IPAddress {
    /// The IPv4 address of an IPv4-mapped one (RFC 4291, section 2.5.5.2), and any other as it is.
    fileprivate var unmapped: IPAddress {
        guard case .v6(let bits) = self, bits >> 32 == 0xffff else { return self }
        return .v4(UInt32(truncatingIfNeeded: bits))
    }

    /// The first 64 bits of an IPv6 address, which one client usually controls, or the whole IPv4 address.
    fileprivate var network: IPAddress {
        guard case .v6(let bits) = self else { return self }
        return .v6((bits >> 64) << 64)
    }
}
