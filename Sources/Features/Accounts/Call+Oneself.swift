package import Access
internal import HTTPTypes
internal import Hummingbird
package import NoonishAPI

extension Call {
    /// Proof that the caller may do `action` to what is their own.
    package func oneself(_ action: Action) throws -> Capability<PersonID> {
        try decide(actor, action, try person, as: .oneself)
    }

    /// The session the request came by; nil for guests and the anonymous.
    package var session: SessionID? {
        if case .person(_, let session) = actor { session } else { nil }
    }

    /// Browsers say where a request comes from, programs do not.
    var isFromBrowser: Bool { request.headers[.secFetchSite] != nil }
}
