import HTTPKit

/// Problems that requests about suggestions and polls can return.
enum DecisionProblems {
    static let nothingSuggested = Problem.unprocessable(
        "nothing_suggested", "Suggest a time, a place, both, or one more guest.")

    static func timeHasPassed(_ pointer: String) -> Problem {
        .unprocessable("time_is_over", "That time has already passed.", pointer: pointer)
    }

    static let noChange = Problem.conflict("already_so", "Nothing to change.")
    static let onTheList = Problem.conflict("on_the_list", "They’re already invited.")

    /// - Parameter limit: The open suggestions of one person, or of all for an outing.
    static func tooManySuggestions(_ limit: Int) -> Problem {
        .conflict("too_many_suggestions", "There are too many open suggestions. Support an existing one.")
            .withLimit(limit)
    }

    /// The suggestion was accepted, denied or withdrawn, has expired, or is an option of a poll.
    static let suggestionClosed = Problem.conflict(
        "suggestion_closed", "This suggestion is no longer open.")

    static let notYours = Problem.forbidden("not_yours", "Only its author can withdraw a suggestion.")

    static let optionCount = Problem.unprocessable(
        "option_count",
        "A poll needs \(DecisionLimits.options.lowerBound) to \(DecisionLimits.options.upperBound) options.",
        pointer: "/options")

    static func duplicateOption(_ pointer: String) -> Problem {
        .unprocessable("same_option", "Each option can appear only once.", pointer: pointer)
    }

    static let mixedOptions = Problem.unprocessable(
        "mixed_options", "All options must be times, places, or pairs of both.",
        pointer: "/options")

    static let deadline = Problem.unprocessable(
        "deadline_out_of_range",
        "A poll must be open for at least a minute, and close before the outing and every option start.",
        pointer: "/closesAt")

    static let tooManyPolls = Problem.conflict("too_many_polls", "Too many open polls. Close one first.")
        .withLimit(DecisionLimits.openPolls)
    static let pollClosed = Problem.conflict("poll_closed", "This poll is closed.")
    static let pollOpen = Problem.conflict("poll_open", "This poll is still open.")
    static let nothingWon = Problem.conflict("nothing_won", "There’s no winner to apply.")

    static func unknownOption(_ pointer: String) -> Problem {
        .unprocessable("unknown_option", "This poll has no such option.", pointer: pointer)
    }
}
