internal import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
internal import OpenAPI
internal import Outings
internal import Restaurants

/// The wire types of suggestions and votes, as schemas.
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
            .field("timeZone", .string("Europe/Helsinki").orNull, "Null without a time."),
            .field("restaurantId", .id.orNull),
            .field("place", .string("Ravintola Sakura").orNull, "A restaurant's name, or a place in words.")))

    static let suggestion = Schema.named(
        "Suggestion",
        .object(
            .field("id", .id), .field("author", person), .field("kind", .oneOf(Suggestion.Kind.self)),
            .field("state", .oneOf(Suggestion.State.self)),
            .field("before", whenWhere.orNull, "What it would change, as it is; null for one more guest."),
            .field("after", whenWhere.orNull, "The same as it would be."),
            .field("guest", person.orNull, "Whom to invite; null where they are known by an address alone."),
            .field("email", .email.orNull, "Shown to whoever wrote it and to the hosts."),
            .field("tally", counts), .field("mySupport", Schema.oneOf(Opinion.self).orNull),
            .field(
                "gains", .array(of: person), "For a time: who does not come as it is, and says yes to this."),
            .field("loses", .array(of: person), "For a time: who comes or might, and says no to this."),
            .field("dietFit", dietFit.orNull, "Of a suggested restaurant: counts over three people or more."),
            .field("poll", .id.orNull, "The vote that it is, or was, a possibility of."),
            .field(
                "word", .string("Too far for Mei").orNull, "Why it was denied, for its author and the hosts."),
            .field("createdAt", .instant), .field("decidedAt", .instant.orNull),
            .field("decidedBy", person.orNull)))

    private static let option = Schema.named(
        "PollOption",
        .object(
            .field("id", .id), .field("suggestion", .id.orNull), .field("what", whenWhere),
            .field("isNow", .boolean, "Whether the outing is so."),
            .field("tally", counts.orNull, "Null while it is hidden from the reader."),
            .field("myVote", Schema.oneOf(Opinion.self).orNull),
            .field(
                "voters",
                Schema.named(
                    "PollVoters",
                    .object(
                        .field("yes", .array(of: person)), .field("maybe", .array(of: person)),
                        .field("no", .array(of: person)))
                ).orNull, "By name; null while it is hidden from the reader.")))

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
            .field("hidden", .boolean, "Who has not voted does not see what others did."),
            .field("applies", .boolean, "What wins becomes the outing's by itself."),
            .field("options", .array(of: option)),
            .field("voters", .integer(0...Int.max, 3), "How many have voted."),
            .field("myBallot", .id.orNull, "To be found among `ballots`; null: I have not voted."),
            .field(
                "ballots", Schema.array(of: ballot).orNull,
                "All that was voted, with nobody's name; null while the vote is open, and in lists."),
            .field(
                "result",
                Schema.named(
                    "PollResult",
                    .object(
                        .field("winner", .id.orNull, "Null: nobody could come to any."),
                        .field("best", .array(of: .id), "Those that were equally good."),
                        .field("drawn", .boolean),
                        .field("applied", .boolean, "Whether the outing became so."))
                ).orNull, "Null while it is open."),
            .field(
                "draw",
                Schema.named(
                    "PollDraw",
                    .object(
                        .field("commitment", hash, "SHA-256 of the seed, there from the start."),
                        .field("seed", hash.orNull, "What a tie is drawn with; null while the vote is open."),
                        .field("votesDigest", hash.orNull, "Of the ballots; null while the vote is open.")))))
    )

    private static let hash = Schema.pattern(
        "^[0-9a-f]{64}$", "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef")

    /// With the offset that holds in the outing's zone.
    private static let localTime = Schema.instant.showing("2027-03-11T12:30:00+02:00")
}

/// What is sent to make them.
extension Schema {
    static let proposal: [SchemaField] = [
        .optional(
            "time",
            Schema.object(
                .field("startsAt", wallTime), .optional("endsAt", wallTime.orNull),
                .optional("timeZone", timeZone.orNull, "The outing's unless said otherwise.")
            ).orNull),
        .optional("restaurantId", .id.orNull),
        .optional("place", .text(OutingLimits.place, "At Tom's").orNull),
    ]

    static let newSuggestion = Schema.object(
        proposal + [.optional("personId", .id.orNull), .optional("email", address.orNull)])

    static let newPoll = Schema.object(
        .field("closesAt", wallTime, "Before any of the times, and the outing, begin."),
        .optional("hidden", Schema.boolean.orNull), .optional("applies", Schema.boolean.orNull),
        .optional(
            "options",
            Schema.array(
                of: .object([.optional("suggestionId", .id.orNull)] + proposal),
                max: DecisionLimits.options.upperBound
            ).orNull))

    static let vote = Schema.object(
        .field(
            "votes",
            .array(
                of: .object(.field("option", .id), .field("answer", .oneOf(Opinion.self))),
                max: DecisionLimits.options.upperBound), "All that one votes; none takes it back."))

    /// A time on a clock, read in the outing's zone, or an instant with an offset.
    private static let wallTime = Schema.text(0...40, "2027-03-11T12:30")
        .saying("A time on a clock, read in the outing's zone, or one with an offset.")
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
            .forbidden, .of(DecisionProblems.optionCount), .of(DecisionProblems.duplicateOption("/options/1")),
            .of(DecisionProblems.mixedOptions), .of(DecisionProblems.deadline),
            .of(DecisionProblems.tooManyPolls),
            .of(DecisionProblems.suggestionClosed), .of(OutingProblems.cancelled), .of(OutingProblems.done),
            .faults("option_twice", "nothing_suggested"),
        ]
}
