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
        let client = address.flatMap(IPAddress.init)?.network
        let network = client?.isLoopback == true ? nil : client
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
    /// The first 64 bits of an IPv6 address, which one client usually controls, or the whole IPv4 address.
    fileprivate var network: IPAddress {
        switch self {
        case .v4: self
        // An IPv4-mapped address (RFC 4291, section 2.5.5.2) counts as IPv4.
        case .v6(let bits) where bits >> 32 == 0xffff: .v4(UInt32(truncatingIfNeeded: bits))
        case .v6(let bits): .v6((bits >> 64) << 64)
        }
    }
}
