/// Why nobody came in by a provider. What it says goes to the log; people get one of three sentences.
enum IdentityFault: Error, Hashable {
    /// The provider gave no answer, or none that can be used.
    case unavailable(String)
    /// The person said no there, or the provider did.
    case refused(String)
    /// What came is not what was asked for, or not from whom it says.
    case untrue(String)
}

extension IdentityFault {
    /// The code of the problem that people are told.
    var code: String {
        switch self {
        case .unavailable: "provider_unavailable"
        case .refused: "provider_refused"
        case .untrue: "provider_answer_void"
        }
    }

    /// For the log; nothing secret.
    var words: String {
        switch self {
        case .unavailable(let words), .refused(let words), .untrue(let words): words
        }
    }
}
