import HTTPTypes
package import Hummingbird

/// Recognises requests that a person or program on this machine made itself, for pages that no one else may see.
///
/// A proxy on this machine connects from it too. Most add a field; all who serve another name pass it on in `Host`. One that
/// does neither, such as nginx with a bare `proxy_pass`, is recognised by the account it runs as.
package enum LocalCaller {
    /// Returns whether the request comes from this machine, for one of its loopback names, and without a field that
    /// proxies add.
    package static func made(_ request: Request, in context: AppContext) -> Bool {
        PeerAddress.isLoopback(context.peer)
            && request.head.authority.map(PublicHosts.isLoopback) == true
            && !request.headers.contains { isFromProxy($0.name.canonicalName) }
    }

    /// Returns whether the client runs as a service: not as this process, root, or a person who logs in. False if that
    /// cannot be determined.
    package static func isService(in context: AppContext) -> Bool {
        guard let user = SocketOwner.user(of: context.channel) else { return false }
        return SocketOwner.isService(user)
    }

    private static let proxyFields: Set<String> = [
        "cdn-loop", "client-ip", "fastly-client-ip", "fly-client-ip", "forwarded", "true-client-ip", "via",
        "x-client-ip",
        "x-cluster-client-ip", "x-real-ip", "x-scheme",
    ]
    private static let proxyFieldPrefixes = [
        "cf-", "x-amzn-", "x-azure-", "x-envoy-", "x-forwarded", "x-original-",
    ]

    private static func isFromProxy(_ name: String) -> Bool {
        proxyFields.contains(name) || proxyFieldPrefixes.contains { name.hasPrefix($0) }
    }
}
