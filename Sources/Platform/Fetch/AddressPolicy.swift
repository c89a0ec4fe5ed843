/// Which hosts a request may reach.
///
/// The policy is asked four times: about the URL before anything is sent; about all addresses behind its name, of which
/// one that is not permitted refuses all; about each address at the moment a socket to it is opened; and about the peer of
/// a connection that is used again. libcurl is handed the addresses that were checked, and a name that answers
/// differently the second time gains nothing.
package struct AddressPolicy: Hashable, Sendable {
    /// One socket that ``publicOnly`` may reach although it is not public.
    package struct Exemption: Hashable, Sendable {
        package let address: IPAddress
        package let port: Int
    }

    private let isPublicOnly: Bool
    package let exemption: Exemption?

    /// Any host. Only for hosts that the operator configured.
    package static let any = AddressPolicy(isPublicOnly: false, exemption: nil)

    /// Hosts on the public Internet, by name, over HTTPS on port 443 or 8443. For every URL that a user supplied:
    /// webhooks, push endpoints, link previews.
    package static let publicOnly = AddressPolicy(isPublicOnly: true, exemption: nil)

    /// ``publicOnly`` and one socket more. For tests, which have no public host.
    package static func publicOnly(orPort port: Int, of address: IPAddress) -> AddressPolicy {
        AddressPolicy(isPublicOnly: true, exemption: Exemption(address: address, port: port))
    }

    /// Why the URL itself must not be asked for; nil if it may.
    func objection(to url: NetworkURL) -> String? {
        guard isPublicOnly else { return nil }
        if url.scheme != "https" { return "must be https" }
        if url.literalAddress != nil { return "must name a host, not an address" }
        if !url.hasPlainName {
            return "must name a host by letters, digits and hyphens, the last part by letters"
        }
        if !Self.publicPorts.contains(url.port) && url.port != exemption?.port {
            return "must use port 443 or 8443"
        }
        return nil
    }

    /// Whether all addresses behind a name are to be known before the first connection.
    var asksForAddresses: Bool { isPublicOnly }

    func permits(_ address: IPAddress) -> Bool {
        !isPublicOnly || address.isGlobalUnicast || address == exemption?.address
    }

    /// HTTPS and its usual alternative.
    private static let publicPorts: Set<Int> = [443, 8443]
}
