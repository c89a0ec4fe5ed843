internal import HTTPKit

/// Problems that requests about suggestions and polls can return.
enum DecisionProblems {
    static let nothingSuggested = Problem.unprocessable(
        "nothing_suggested", "Suggest a time, a place, both, or one more guest.")

    static func timeIsOver(_ pointer: String) -> Problem {
        .unprocessable("time_is_over", "That time is over already.", pointer: pointer)
    }

    static let alreadySo = Problem.conflict("already_so", "It is so already.")
    static let onTheList = Problem.conflict("on_the_list", "They are on the list already.")

    static let tooManySuggestions = Problem.conflict(
        "too_many_suggestions", "There are enough suggestions for now. Support one that is there.")

    /// The suggestion was accepted, denied or withdrawn, has expired, or is an option of a poll.
    static let suggestionClosed = Problem.conflict(
        "suggestion_closed", "This suggestion is no longer open.")

    static let notYours = Problem.forbidden("not_yours", "Only whoever made it can take it back.")

    static let optionCount = Problem.unprocessable(
        "option_count",
        "A vote needs \(DecisionLimits.options.lowerBound) to \(DecisionLimits.options.upperBound) possibilities.",
        pointer: "/options")

    static func sameOption(_ pointer: String) -> Problem {
        .unprocessable("same_option", "Each possibility can be there once.", pointer: pointer)
    }

    static let mixedOptions = Problem.unprocessable(
        "mixed_options", "Vote on times, on places, or on pairs of both: not on some of each.",
        pointer: "/options")

    static let deadline = Problem.unprocessable(
        "deadline_out_of_range",
        "A vote takes at least a minute and ends before any of its times and the outing have begun.",
        pointer: "/closesAt")

    static let tooManyPolls = Problem.conflict("too_many_polls", "Let one of the votes end first.")
    static let pollClosed = Problem.conflict("poll_closed", "This vote is over.")
    static let pollOpen = Problem.conflict("poll_open", "This vote is not over yet.")
    static let nothingWon = Problem.conflict("nothing_won", "This vote has no winner, or it is so already.")

    static func unknownOption(_ pointer: String) -> Problem {
        .unprocessable("unknown_option", "There is no such possibility in this vote.", pointer: pointer)
    }
}
