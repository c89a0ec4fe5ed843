/// Determines which hosts a request may reach.
///
/// The policy is applied four times: to the URL before anything is sent; to all addresses that the name
/// resolves to, where one forbidden address refuses the request; to each address when a socket is opened; and
/// to the peer of a reused connection. libcurl receives the addresses that were checked, so DNS rebinding has
/// no effect.
package struct AddressPolicy: Hashable, Sendable {
    /// One socket that ``publicOnly(orPort:of:)`` may reach although it is not public.
    package struct Exemption: Hashable, Sendable {
        package let address: IPAddress
        package let port: Int
    }

    private let isPublicOnly: Bool
    package let exemption: Exemption?

    /// Permits any host. Only for hosts that the operator configured.
    package static let any = AddressPolicy(isPublicOnly: false, exemption: nil)

    /// Permits hosts on the public Internet, by name, over HTTPS on port 443 or 8443. Required for every URL
    /// that a user supplied: webhooks, push endpoints, link previews.
    package static let publicOnly = AddressPolicy(isPublicOnly: true, exemption: nil)

    /// Permits what ``publicOnly`` permits and one more socket. For tests, which have no public host.
    package static func publicOnly(orPort port: Int, of address: IPAddress) -> AddressPolicy {
        AddressPolicy(isPublicOnly: true, exemption: Exemption(address: address, port: port))
    }

    /// Returns the reason why the URL must not be requested; `nil` if it may be.
    func objection(to url: NetworkURL) -> String? {
        guard isPublicOnly else { return nil }
        if url.scheme != "https" { return "must use https" }
        if url.literalAddress != nil { return "must use a host name, not an address" }
        if !url.hasASCIIDomainName {
            return "must use a host name of letters, digits and hyphens whose last label begins with a letter"
        }
        if !Self.publicPorts.contains(url.port) && url.port != exemption?.port {
            return "must use port 443 or 8443"
        }
        return nil
    }

    /// Whether all addresses of a host must be resolved and checked before the first connection.
    var requiresResolvedAddresses: Bool { isPublicOnly }

    func permits(_ address: IPAddress) -> Bool {
        !isPublicOnly || address.isGlobalUnicast || address == exemption?.address
    }

    /// HTTPS and its usual alternative port.
    private static let publicPorts: Set<Int> = [443, 8443]
}
