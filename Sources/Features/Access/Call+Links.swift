import HTTPKit
package import HTTPTypes
import Hummingbird

extension Call {
    /// Returns a `Link` field for the next page: this request with another cursor. Empty on the last page.
    ///
    /// - Source: RFC 8288, section 3.
    package func link(toNext cursor: String?) -> HTTPFields {
        guard let cursor else { return [:] }
        let kept = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("cursor=") }
        let query = (kept + ["cursor=\(cursor)"]).joined(separator: "&")
        return [.link: "<\(site.url(request.uri.path))?\(query)>; rel=\"next\""]
    }
}

extension HTTPField.Name {
    fileprivate static let link = constant("Link")
}
