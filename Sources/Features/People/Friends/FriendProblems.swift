import HTTPKit
import NoonishAPI

enum FriendProblems {
    static func oneself(_ pointer: String) -> Problem {
        .unprocessable("own_address", "You can’t add yourself.", pointer: pointer)
    }

    /// The same for a person the caller may not know of and for an identifier that does not exist.
    static let unknownPerson = Problem.unprocessable(
        "unknown_person",
        "You can add people you’ve shared an outing with. Add anyone else by email address.",
        pointer: "/personId")

    static let noAccount = Problem.unprocessable(
        "no_account", "They don’t have an account yet. Invite them by email address.", pointer: "/personId")

    /// The limits have no exact time of release, so an hour is an estimate; a request may be possible sooner.
    static let tooManyRequests = Problem.tooManyRequests(retryAfterSeconds: 3_600)
}
