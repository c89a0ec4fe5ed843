import HTTPTypes
package import Hummingbird

/// A token in a request, and how it was sent.
package struct Credential: Sendable {
    package enum Carrier: Hashable, Sendable { case bearer, cookie }

    package let token: String
    package let carrier: Carrier

    package var hash: TokenHash { TokenHash(token) }

    /// Returns the credentials of a request in order of precedence: the bearer token alone or, without one,
    /// the session cookie, the guest cookie and the cookie of a paired device. An expired session hides none of
    /// the others.
    package static func all(in request: Request, site: Site) -> [Credential] {
        if let authorization = request.headers[.authorization] {
            guard authorization.lowercased().hasPrefix("bearer ") else { return [] }
            return [Credential(token: String(authorization.dropFirst("bearer ".count)), carrier: .bearer)]
        }
        return [CookieName.session(site), CookieName.guest(site), CookieName.device(site)]
            .compactMap { request.cookies[$0] }
            .map { Credential(token: $0.value, carrier: .cookie) }
    }
}

/// Names of our cookies.
///
/// Browsers require `__Host-` cookies to have Secure and Path=/ and no Domain (RFC 6265bis, section 4.1.3).
/// Plain HTTP, meant for a developer's own machine, cannot use that prefix.
package enum CookieName {
    package static func session(_ site: Site) -> String { prefix(site) + "s" }
    /// Tells scripts that the browser has a session, whose cookie they cannot read.
    package static func sessionMark(_ site: Site) -> String { prefix(site) + "m" }
    package static func guest(_ site: Site) -> String { prefix(site) + "g" }
    /// Tells scripts that the browser has the link of a guest, whose cookie they cannot read.
    package static func guestMark(_ site: Site) -> String { prefix(site) + "n" }
    /// Authenticates a device that was paired with a venue.
    package static func device(_ site: Site) -> String { prefix(site) + "d" }
    /// Binds a sign-in mail to the browser that requested it.
    package static func signIn(_ site: Site) -> String { prefix(site) + "i" }

    /// Binds a visit to an identity provider to the browser that began it.
    package static func provider(_ site: Site) -> String { prefix(site) + "o" }
    /// Leads a guest back to their link from the page at which they pay.
    package static func checkout(_ site: Site) -> String { prefix(site) + "p" }

    private static func prefix(_ site: Site) -> String { site.isSecure ? "__Host-" : "noonish-" }
}

extension Cookie {
    /// Creates a cookie for this host only, not readable by scripts (`HttpOnly`) and not sent with cross-site
    /// subrequests (`SameSite=Lax`).
    ///
    /// - Parameter seconds: How long the browser keeps it; 0 deletes it, `nil` keeps it until the browser
    ///   closes.
    package static func ours(_ name: String, _ value: String, maxAge seconds: Int?, site: Site) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: seconds, path: "/", secure: site.isSecure, httpOnly: true,
            sameSite: .lax)
    }

    /// Returns the cookies of a session: its token, and a mark that contains no secret. Without the mark,
    /// scripts do not request the person.
    ///
    /// - Parameters:
    ///   - token: Empty to delete both.
    ///   - seconds: How long the browser keeps them; 0 deletes them.
    package static func session(_ token: String, maxAge seconds: Int, site: Site) -> [Cookie] {
        [
            .ours(CookieName.session(site), token, maxAge: seconds, site: site),
            .mark(CookieName.sessionMark(site), maxAge: seconds, site: site),
        ]
    }

    /// Returns the cookies of a guest's link: its token, and a mark that contains no secret. Without the mark, scripts
    /// do not request an outing as a guest.
    ///
    /// - Parameters:
    ///   - token: Empty to delete both.
    ///   - seconds: How long the browser keeps them; 0 deletes them.
    package static func guest(_ token: String, maxAge seconds: Int, site: Site) -> [Cookie] {
        [
            .ours(CookieName.guest(site), token, maxAge: seconds, site: site),
            .mark(CookieName.guestMark(site), maxAge: seconds, site: site),
        ]
    }

    /// Returns the marks for a request that has a session or the link of a guest but not its mark, as those from older
    /// versions do.
    package static func missingMarks(in request: Request, site: Site) -> [Cookie] {
        let cookies = request.cookies
        return [
            (CookieName.session(site), CookieName.sessionMark(site)),
            (CookieName.guest(site), CookieName.guestMark(site)),
        ].filter { secret, mark in cookies[secret] != nil && cookies[mark] == nil }
            .map { _, mark in .mark(mark, maxAge: 400 * 86_400, site: site) }
    }

    private static func mark(_ name: String, maxAge seconds: Int, site: Site) -> Cookie {
        Cookie(
            name: name, value: "1", maxAge: seconds, path: "/", secure: site.isSecure, httpOnly: false,
            sameSite: .lax)
    }
}
