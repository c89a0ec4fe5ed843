internal import HTTPKit
internal import NoonishAPI

enum FriendProblems {
    static func oneself(_ pointer: String) -> Problem {
        .unprocessable("own_address", "That is you.", pointer: pointer)
    }

    /// The same for a person the caller may not know of and for an identifier that does not exist.
    static let unknownPerson = Problem.unprocessable(
        "unknown_person",
        "You can ask people whom you have shared an outing with, and everybody else by their mail address.",
        pointer: "/personId")

    static let noAccount = Problem.unprocessable(
        "no_account", "They have no account yet. Ask them by their mail address.", pointer: "/personId")

    /// The limits have no exact time of release, so an hour is an estimate; a request may be possible sooner.
    static let tooManyRequests = Problem.tooManyRequests(retryAfterSeconds: 3_600)
}
