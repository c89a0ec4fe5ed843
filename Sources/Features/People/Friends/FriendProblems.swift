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

    static let tooManyOpen = Problem.conflict(
        "too_many_friend_requests",
        "\(PeopleLimits.openRequests) people have not answered your requests yet. Withdraw one first."
    ).withLimit(PeopleLimits.openRequests)
}
