/// Why signing in by a provider failed. The texts are for the log; people see one of three fixed messages.
enum IdentityFault: Error, Hashable {
    /// The provider did not answer, or its answer was unusable.
    case unavailable(String)
    /// The person or the provider declined.
    case refused(String)
    /// The answer is forged, stale, or does not belong to the request.
    case invalid(String)
}

extension IdentityFault {
    /// The code of the problem sent to the client.
    var code: String {
        switch self {
        case .unavailable: "provider_unavailable"
        case .refused: "provider_refused"
        case .invalid: "provider_answer_void"
        }
    }

    /// The reason for the log; contains no secrets.
    var words: String {
        switch self {
        case .unavailable(let words), .refused(let words), .invalid(let words): words
        }
    }
}
