import Access
import HTTPKit
import NoonishAPI
import Outings

/// A validated request for a poll:
/// `{closesAt, hidden?, applies?, options?: [{suggestionId} | {time?, restaurantId? | place?}]}`.
struct PollInput: Sendable {
    enum Option: Sendable {
        case suggestion(SuggestionID)
        case new(ProposalInput)
    }

    let closesAt: TimeInput
    let hidden: Bool
    let applies: Bool
    let options: [Option]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let closesAt = body.required("closesAt", .time("closesAt"))
        hidden = body.optional("hidden", .boolean) ?? false
        applies = body.optional("applies", .boolean) ?? false
        var index = 0
        options = body.objects("options", max: DecisionLimits.options.upperBound) { option in
            defer { index += 1 }
            let suggestion: SuggestionID? = option.optional("suggestionId", .id())
            let what = ProposalInput(&option, at: "/options/\(index)")
            if let suggestion {
                if !what.isEmpty {
                    option.refuse("suggestionId", "option_twice", "Give either a suggestion or a new option.")
                }
                return .suggestion(suggestion)
            }
            if what.isEmpty {
                option.refuse(
                    "suggestionId", "nothing_suggested", "Name a time, a place, both, or a suggestion.")
            }
            return .new(what)
        }
        self.closesAt = try body.finish(closesAt)
    }
}

/// A validated ballot: `{votes: [{option, answer}]}`. Options that are not listed get no vote; an empty list
/// removes the ballot.
struct VoteInput: Sendable {
    let votes: [PollBallot.Vote]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let isThere = body.has("votes")
        var seen: Set<PollOptionID> = []
        votes = body.objects("votes", max: DecisionLimits.options.upperBound) { vote in
            let option: PollOptionID? = vote.required("option", .id())
            let answer = vote.required("answer", .oneOf(Opinion.self))
            guard let option, let answer else { return nil }
            if !seen.insert(option).inserted {
                vote.refuse("option", "same_option", "Each option can appear only once.")
            }
            return PollBallot.Vote(option: option, answer: answer)
        }
        if !isThere { body.refuse("votes", "missing", "Required.") }
        try body.finish()
    }
}
