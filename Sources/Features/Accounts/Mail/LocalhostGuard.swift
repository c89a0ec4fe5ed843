import Access
package import HTTPKit
import HTTPTypes
package import Hummingbird

/// Restricts access to the kept mails to people on the machine itself.
///
/// Anyone who reads a sign-in mail can sign in, so any sign of a remote request denies access: a remote peer,
/// a proxy, a service's account, a domain name that resolves to this machine (DNS rebinding), another site's page.
package struct LocalhostGuard: Sendable {
    /// Whether the outbox page is served at all.
    package let isEnabled: Bool

    /// - Parameters:
    ///   - hasMailServer: Whether `mail.url` is set.
    ///   - host: The setting `http.host`, on which the server listens.
    ///   - publicURL: The setting `http.publicURL`.
    package init(hasMailServer: Bool, host: String, publicURL: String) {
        isEnabled =
            !hasMailServer && Self.isLoopback(host)
            && Self.host(ofURL: publicURL).map(Self.isLoopback) == true
    }

    /// Returns whether `request` may read the kept mails.
    package func allows(_ request: Request, in context: AppContext) -> Bool {
        guard isEnabled, LocalCaller.made(request, in: context), let authority = request.head.authority else {
            return false
        }
        if let origin = request.headers[.origin], !Self.isOwn(origin, authority) { return false }
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" { return false }
        return !LocalCaller.isService(in: context)
    }
}

extension LocalhostGuard {
    private static func isOwn(_ origin: String, _ authority: String) -> Bool {
        origin == "http://\(authority)" || origin == "https://\(authority)"
    }

    /// Returns whether `text` is `localhost`, in `127.0.0.0/8`, or `::1` with or without brackets.
    private static func isLoopback(_ text: String) -> Bool {
        let host = text.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    private static func host(ofURL url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.contains("@") ? nil : host(ofAuthority: String(authority))
    }

    /// Returns the host without the port; an IPv6 address keeps its brackets.
    private static func host(ofAuthority authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end]).lowercased()
        }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }
}
