import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI
import Outings
import Restaurants

/// The wire types of suggestions and polls, as schemas.
extension Schema {
    private static let counts = Schema.named(
        "OpinionCounts",
        .object(
            .field("yes", .integer(0...Int.max, 2)), .field("maybe", .integer(0...Int.max)),
            .field("no", .integer(0...Int.max, 1))))

    private static let whenWhere = Schema.named(
        "WhenWhere",
        .object(
            .field("startsAt", localTime.orNull), .field("endsAt", localTime.orNull),
            .field("timeZone", .string("Europe/Helsinki").orNull, "Null if there is no time."),
            .field("restaurantId", .id.orNull),
            .field(
                "place", .string("Ravintola Sakura").orNull,
                "A restaurant's name, or a description of a place.")))

    static let suggestion = Schema.named(
        "Suggestion",
        .object(
            .field("id", .id), .field("author", person), .field("kind", .oneOf(Suggestion.Kind.self)),
            .field("state", .oneOf(Suggestion.State.self)),
            .field(
                "before", whenWhere.orNull,
                "The current value of what it would change; null for another guest."),
            .field("after", whenWhere.orNull, "The value after the change."),
            .field("guest", person.orNull, "The person to invite; null if only an address is known."),
            .field("email", .email.orNull, "Shown to the author and the hosts."),
            .field("tally", counts), .field("mySupport", Schema.oneOf(Opinion.self).orNull),
            .field(
                "gains", .array(of: person), "For a time: people who would attend only after the change."),
            .field(
                "loses", .array(of: person), "For a time: people who would attend only without the change."),
            .field(
                "dietFit", dietFit.orNull,
                "For a restaurant: how many people it suits, counted over at least three."),
            .field("poll", .id.orNull, "The poll in which it is, or was, an option."),
            .field(
                "word", .string("Too far for Mei").orNull,
                "The reason for declining it, for its author and the hosts."),
            .field("createdAt", .instant), .field("decidedAt", .instant.orNull),
            .field("decidedBy", person.orNull)))

    private static let option = Schema.named(
        "PollOption",
        .object(
            .field("id", .id), .field("suggestion", .id.orNull), .field("what", whenWhere),
            .field("isNow", .boolean, "Whether it has been applied to the outing."),
            .field("tally", counts.orNull, "Null while it is hidden from the caller."),
            .field("myVote", Schema.oneOf(Opinion.self).orNull),
            .field(
                "voters",
                Schema.named(
                    "PollVoters",
                    .object(
                        .field("yes", .array(of: person)), .field("maybe", .array(of: person)),
                        .field("no", .array(of: person)))
                ).orNull, "Sorted by name; null while it is hidden from the caller.")))

    private static let ballot = Schema.named(
        "PollBallot",
        .object(
            .field("id", .id),
            .field(
                "votes",
                .array(of: .object(.field("option", .id), .field("answer", .oneOf(Opinion.self)))))))

    static let poll = Schema.named(
        "Poll",
        .object(
            .field("id", .id), .field("outing", .id), .field("openedBy", person),
            .field("openedAt", .instant),
            .field("closesAt", .instant), .field("closedAt", .instant.orNull),
            .field("state", .oneOf(Poll.State.self)), .field("kind", .oneOf(Suggestion.Kind.self)),
            .field("hidden", .boolean, "Whether votes are hidden from people who have not voted."),
            .field("applies", .boolean, "Whether the winning option is applied automatically."),
            .field("options", .array(of: option)),
            .field("voters", .integer(0...Int.max, 3), "The number of people who have voted."),
            .field("myBallot", .id.orNull, "The caller's entry in `ballots`; null if they have not voted."),
            .field(
                "ballots", Schema.array(of: ballot).orNull,
                "All votes, without names; null while the poll is open, and in lists."),
            .field(
                "result",
                Schema.named(
                    "PollResult",
                    .object(
                        .field("winner", .id.orNull, "Null if no one could attend any option."),
                        .field("best", .array(of: .id), "The tied options."),
                        .field("drawn", .boolean),
                        .field("applied", .boolean, "Whether it has been applied to the outing."))
                ).orNull, "Null while the poll is open."),
            .field(
                "draw",
                Schema.named(
                    "PollDraw",
                    .object(
                        .field("commitment", hash, "SHA-256 of the seed, published from the start."),
                        .field(
                            "seed", hash.orNull, "The seed that breaks a tie; null while the poll is open."),
                        .field(
                            "votesDigest", hash.orNull,
                            "The digest of the ballots; null while the poll is open.")))))
    )

    private static let hash = Schema.pattern(
        "^[0-9a-f]{64}$", "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")
}

/// The bodies of requests.
extension Schema {
    static let proposal: [SchemaField] = [
        .optional(
            "time",
            Schema.named(
                "ProposedTime",
                .object(
                    .field("startsAt", wallTime), .optional("endsAt", wallTime.orNull),
                    .optional("timeZone", timeZone.orNull, "The outing's by default."))
            ).orNull),
        .optional("restaurantId", .id.orNull),
        .optional("place", placeName.orNull),
    ]

    static let newSuggestion = Schema.object(
        proposal + [.optional("personId", .id.orNull), .optional("email", address.orNull)])

    static let newPoll = Schema.named(
        "NewPoll",
        .object(
            .field("closesAt", wallTime, "Must be before every option's time and the outing's start."),
            .optional("hidden", Schema.boolean.orNull), .optional("applies", Schema.boolean.orNull),
            .optional(
                "options",
                Schema.array(
                    of: .object([.optional("suggestionId", .id.orNull)] + proposal),
                    max: DecisionLimits.options.upperBound
                ).orNull)))

    static let vote = Schema.object(
        .field(
            "votes",
            .array(
                of: .object(.field("option", .id), .field("answer", .oneOf(Opinion.self))),
                max: DecisionLimits.options.upperBound),
            "All votes of the caller; an empty list withdraws them."))
}

extension RouteProblem {
    static let ofProposals: [RouteProblem] = [
        .faults(
            "malformed_time", "time_out_of_range", "unknown_time_zone", "time_skipped", "malformed_id",
            "two_places"),
        .of(DecisionProblems.timeHasPassed("/time/startsAt")), .of(OutingProblems.endBeforeStart),
        .of(OutingProblems.tooLong), .of(OutingProblems.unknownRestaurant),
    ]

    static let ofPolls: [RouteProblem] =
        ofProposals + [
            .forbidden, .of(DecisionProblems.optionCount),
            .of(DecisionProblems.duplicateOption("/options/1")),
            .of(DecisionProblems.mixedOptions), .of(DecisionProblems.deadline),
            .limit(DecisionProblems.tooManyPolls),
            .of(DecisionProblems.suggestionClosed), .of(OutingProblems.cancelled), .of(OutingProblems.done),
            .faults("option_twice", "nothing_suggested"),
        ]
}
