package import Access
import HTTPTypes
import Hummingbird
package import NoonishAPI

extension Call {
    /// Returns proof that the caller may do `action` on their own account.
    package func oneself(_ action: Action) throws -> Capability<PersonID> {
        try decide(actor, action, try person, as: .oneself)
    }

    /// The caller's session; `nil` for guests and anonymous callers.
    package var session: SessionID? {
        if case .person(_, let session) = actor { session } else { nil }
    }

    /// Whether a browser sent the request. Browsers send `Sec-Fetch-Site`, other programs do not.
    var isFromBrowser: Bool { request.headers[.secFetchSite] != nil }
}
