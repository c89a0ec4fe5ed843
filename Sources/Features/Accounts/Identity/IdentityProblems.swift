import HTTPKit
import HTTPTypes

enum IdentityProblems {
    static let lastSignInMethod = Problem.conflict(
        "last_way_in", "This is your only sign-in method. Add another one first.")

    /// Does not say which account has the identity.
    static let identityTaken = Problem.conflict(
        "identity_taken", "That identity belongs to another account. Sign in with it to use that account.")

    static let tooManyIdentities = Problem.conflict(
        "too_many_identities", "An account can have at most \(IdentityLimits.identities) identities.")

    /// The identity proved at the provider belongs to a different account than the one signed in.
    static let differentPerson = Problem.unprocessable(
        "someone_else", "You signed in there as a different person.")

    static func of(_ fault: IdentityFault) -> Problem {
        switch fault {
        case .unavailable:
            Problem(
                fault.code, .serviceUnavailable, title: "Unavailable",
                detail: "The provider did not respond. Try again in a moment, or use another sign-in method.")
        case .refused:
            Problem.unprocessable(
                fault.code, "The provider did not sign you in. Try again, or use another sign-in method.")
        case .invalid:
            Problem.unprocessable(
                fault.code, "The provider’s answer is invalid or has expired. Start again.")
        }
    }

    /// The answer matches no pending visit.
    static let noPendingVisit = Problem.unprocessable(
        "provider_answer_void", "The provider’s answer is invalid or has expired. Start again.")
}
