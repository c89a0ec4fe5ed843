internal import HTTPKit
internal import HTTPTypes

enum IdentityProblems {
    static let lastSignInMethod = Problem.conflict(
        "last_way_in", "This is the only way into your account. Add another one first.")

    /// Does not say which account has the identity.
    static let identityTaken = Problem.conflict(
        "identity_taken", "That identity belongs to another account. Sign in by it to use that one.")

    static let tooManyIdentities = Problem.conflict(
        "too_many_identities", "At most \(IdentityLimits.identities) identities fit one account.")

    /// The identity proved at the provider belongs to a different account than the one signed in.
    static let differentPerson = Problem.unprocessable(
        "someone_else", "That was somebody else than the person who is signed in here.")

    static func of(_ fault: IdentityFault) -> Problem {
        switch fault {
        case .unavailable:
            Problem(
                fault.code, .serviceUnavailable, title: "The provider does not answer",
                detail: "Try again in a moment, or sign in another way.")
        case .refused:
            Problem.unprocessable(
                fault.code, "Nobody was signed in there. Try again, or sign in another way.")
        case .invalid:
            Problem.unprocessable(
                fault.code, "What came back does not hold, or no longer. Begin once more.")
        }
    }

    /// The answer matches no pending visit.
    static let noPendingVisit = Problem.unprocessable(
        "provider_answer_void", "What came back does not hold, or no longer. Begin once more.")
}
