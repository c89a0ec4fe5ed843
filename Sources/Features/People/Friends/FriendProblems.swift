internal import HTTPKit
internal import NoonishAPI

enum FriendProblems {
    static func oneself(_ pointer: String) -> Problem {
        .unprocessable("own_address", "That is you.", pointer: pointer)
    }

    /// The same for somebody one may not know of and for nobody.
    static let unknownPerson = Problem.unprocessable(
        "unknown_person",
        "You can ask people whom you have shared an outing with, and everybody else by their mail address.",
        pointer: "/personId")

    static let noAccount = Problem.unprocessable(
        "no_account", "They have no account yet. Ask them by their mail address.", pointer: "/personId")

    /// An hour is a guess at when the next one fits; some answers come sooner.
    static let tooManyRequests = Problem.tooManyRequests(retryAfterSeconds: 3_600)
}
