internal import HTTPKit
package import HTTPTypes
internal import Hummingbird

/// What a JSON route asks of a request that a browser may have been tricked into.
///
/// A write counts if it comes from our own pages (`Sec-Fetch-Site: same-origin`, or where a browser does not send
/// that, `Origin` is ours), or carries a token that no browser adds by itself. All else is refused.
///
/// - Source: W3C Fetch Metadata Request Headers; OWASP, Cross-Site Request Forgery Prevention.
enum BrowserRules {
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
        "cross_site", .forbidden, title: "This request did not come from our own pages",
        detail: "Programs send a bearer token and no cookie.")
}

extension HTTPField.Name {
    /// Set by browsers alone; says where the page stands that made the request.
    package static let secFetchSite = constant("Sec-Fetch-Site")
}
