internal import HTTPTypes
package import Hummingbird

/// The token a request carries, and how.
package struct Credential: Sendable {
    package enum Carrier: Hashable, Sendable { case bearer, cookie }

    package let token: String
    package let carrier: Carrier

    package var hash: TokenHash { TokenHash(token) }

    /// The bearer token alone, else the session cookie and the guest cookie, in the order in which they count: a
    /// session that has ended does not hide that somebody is a guest somewhere.
    package static func all(in request: Request, site: Site) -> [Credential] {
        if let authorization = request.headers[.authorization] {
            guard authorization.lowercased().hasPrefix("bearer ") else { return [] }
            return [Credential(token: String(authorization.dropFirst("bearer ".count)), carrier: .bearer)]
        }
        return [CookieName.session(site), CookieName.guest(site)]
            .compactMap { request.cookies[$0] }
            .map { Credential(token: $0.value, carrier: .cookie) }
    }
}

/// Names of our cookies. Browsers hold `__Host-` cookies to Secure, Path=/ and no Domain (RFC 6265bis, section 4.1.3);
/// on plain http, which is for a developer's own machine, that prefix is not to be had.
package enum CookieName {
    package static func session(_ site: Site) -> String { prefix(site) + "s" }
    package static func guest(_ site: Site) -> String { prefix(site) + "g" }
    /// Binds a sign-in mail to the browser that asked for it.
    package static func signIn(_ site: Site) -> String { prefix(site) + "i" }

    /// Binds a visit to an identity provider to the browser that began it.
    package static func provider(_ site: Site) -> String { prefix(site) + "o" }

    private static func prefix(_ site: Site) -> String { site.isSecure ? "__Host-" : "noonish-" }
}

extension Cookie {
    /// A cookie of ours: for this host alone, out of reach of scripts, not sent along from other sites.
    ///
    /// - Parameter seconds: How long a browser keeps it; 0 takes it back, nil is until the browser closes.
    package static func ours(_ name: String, _ value: String, keptFor seconds: Int?, site: Site) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: seconds, path: "/", secure: site.isSecure, httpOnly: true,
            sameSite: .lax)
    }
}
