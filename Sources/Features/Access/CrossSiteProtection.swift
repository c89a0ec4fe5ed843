import HTTPKit
package import HTTPTypes
import Hummingbird

/// Protects JSON routes from cross-site request forgery.
///
/// A write is accepted if it comes from our own pages (`Sec-Fetch-Site: same-origin` or, in browsers that do
/// not send that header, our own `Origin`), or does not rely on a cookie, which browsers add by themselves.
/// All others are refused.
///
/// - Source: W3C Fetch Metadata Request Headers; OWASP, Cross-Site Request Forgery Prevention.
enum CrossSiteProtection {
    static func check(_ request: Request, credential: Credential?, actor: Actor, site: Site) throws {
        guard !safeMethods.contains(request.method) else { return }
        if let fetchSite = request.headers[.secFetchSite] {
            guard fetchSite == "same-origin" else { throw refusal }
        } else if let origin = request.headers[.origin] {
            guard origin == site.publicURL else { throw refusal }
        } else if credential?.carrier == .cookie {
            throw refusal
        }
    }

    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options]

    static let refusal = Problem(
        "cross_site", .forbidden, title: "Not allowed",
        detail:
            "The request did not come from our own pages. Programs send a bearer token instead of a cookie.")
}

extension HTTPField.Name {
    /// Set by browsers only: the relation of the requesting page's site to ours.
    package static let secFetchSite = constant("Sec-Fetch-Site")
}
