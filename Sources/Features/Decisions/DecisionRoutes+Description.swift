package import Access
internal import HTTPKit
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI
internal import Outings

extension SuggestionRoutes {
    private static let path = "/v1/outings/{id}/suggestions"

    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, path, id: "listSuggestions", .guest, "What people suggest",
            "The open ones first, the oldest at the top; then what became of others.",
            answers: [.ok(.page(of: .suggestion), "All on one page", isTagged: true)], problems: [.forbidden]),
        RouteDescription(
            .post, path, id: "suggest", .guest, "Suggest a time, a place, both, or one more guest",
            "The same that is there already is supported, which is 200.", body: .json(.newSuggestion),
            answers: [
                .created(.suggestion, "The new suggestion"), .ok(.suggestion, "The same, supported"),
            ],
            problems: RouteProblem.ofProposals + [
                .forbidden, .of(DecisionProblems.nothingSuggested), .of(DecisionProblems.noChange),
                .of(DecisionProblems.onTheList), .of(DecisionProblems.tooManySuggestions),
                .of(OutingProblems.cancelled), .of(OutingProblems.done),
                .faults("two_guests", "guest_apart", "not_a_friend", "not_an_email_address"),
                .of(Problem.tooManyRequests(retryAfterSeconds: 3_600)),
            ]),
        RouteDescription(
            .put, path + "/{sid}/support", id: "supportSuggestion", .guest,
            "Say what I think of a suggestion",
            body: .json(.object(.field("answer", .oneOf(Opinion.self)))),
            answers: [.ok(.suggestion, "The suggestion")],
            problems: [.forbidden, .of(DecisionProblems.suggestionClosed)]),
        RouteDescription(
            .post, path + "/{sid}/withdraw", id: "withdrawSuggestion", .guest, "Take my suggestion back",
            body: .json(.object(), isRequired: false), answers: [.ok(.suggestion, "As it was")],
            problems: [.of(DecisionProblems.notYours), .of(DecisionProblems.suggestionClosed)]),
        RouteDescription(
            .post, path + "/{sid}/accept", id: "acceptSuggestion", .member, "Make a suggestion so",
            "One edit, told once, with its author's name.", body: .json(.object(), isRequired: false),
            answers: [.ok(.suggestion, "The suggestion, accepted")],
            problems: [
                .forbidden, .of(DecisionProblems.suggestionClosed), .of(OutingProblems.endBeforeStart),
                .of(OutingProblems.tooLong), .faults("not_a_friend", "yourself"),
                .of(OutingProblems.tooManyInvitees(501)),
                .of(OutingProblems.mailLimit),
            ]),
        RouteDescription(
            .post, path + "/{sid}/deny", id: "denySuggestion", .member, "Turn a suggestion down",
            "Its author is told, and nobody else.",
            body: .json(
                .object(
                    .optional(
                        "word", .text(DecisionLimits.word, multiline: true, "Too far for Mei").orNull,
                        "Why, for its author.")), isRequired: false),
            answers: [.ok(.suggestion, "The suggestion, denied")],
            problems: [.forbidden, .of(DecisionProblems.suggestionClosed)]),
    ]
}

extension PollRoutes {
    private static let path = "/v1/outings/{id}/polls"

    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, path, id: "listPolls", .guest, "Votes",
            "The open ones first, then the newest; without ballots.",
            answers: [.ok(.page(of: .poll), "All on one page", isTagged: true)], problems: [.forbidden]),
        RouteDescription(
            .post, path, id: "openPoll", .member, "Let everybody vote",
            "On 2 to 20 times, places, or pairs of both, each once.", body: .json(.newPoll),
            answers: [.created(.poll, "The vote")], problems: RouteProblem.ofPolls),
        RouteDescription(
            .post, "/v1/outings/{id}/suggestions/{sid}/poll", id: "openPollAboutSuggestion", .member,
            "Let everybody vote on a suggestion",
            "Beside the options given; else beside what is now and the other open suggestions of its kind.",
            body: .json(.newPoll), answers: [.created(.poll, "The vote")], problems: RouteProblem.ofPolls),
        RouteDescription(
            .get, path + "/{pid}", id: "readPoll", .guest, "A vote",
            "Once it is over with every ballot and the seed, for `noonish poll verify`.",
            answers: [.ok(.poll, "The vote as the reader sees it", isTagged: true)], problems: [.forbidden]),
        RouteDescription(
            .put, path + "/{pid}/vote", id: "vote", .guest, "Vote", body: .json(.vote),
            answers: [.ok(.poll, "The vote")],
            problems: [
                .forbidden, .of(DecisionProblems.pollClosed),
                .of(DecisionProblems.unknownOption("/votes/0/option")),
                .faults("same_option", "malformed_id"),
            ]),
        RouteDescription(
            .post, path + "/{pid}/draw", id: "drawPoll", .member, "End a vote now",
            "A tie is drawn from the seed that was committed to.", body: .json(.object(), isRequired: false),
            answers: [.ok(.poll, "The vote, over")], problems: [.forbidden, .of(DecisionProblems.pollClosed)]),
        RouteDescription(
            .post, path + "/{pid}/accept", id: "acceptPoll", .member, "Make what won so",
            body: .json(.object(), isRequired: false), answers: [.ok(.poll, "The vote")],
            problems: [
                .forbidden, .of(DecisionProblems.pollOpen), .of(DecisionProblems.nothingWon),
                .of(OutingProblems.cancelled), .of(OutingProblems.done),
            ]),
    ]
}

extension RouteProblem {
    fileprivate static let ofProposals: [RouteProblem] = [
        .faults(
            "malformed_time", "time_out_of_range", "unknown_time_zone", "time_skipped", "malformed_id",
            "two_places"),
        .of(DecisionProblems.timeHasPassed("/time/startsAt")), .of(OutingProblems.endBeforeStart),
        .of(OutingProblems.tooLong), .of(OutingProblems.unknownRestaurant),
    ]

    fileprivate static let ofPolls: [RouteProblem] =
        ofProposals + [
            .forbidden, .of(DecisionProblems.optionCount), .of(DecisionProblems.duplicateOption("/options/1")),
            .of(DecisionProblems.mixedOptions), .of(DecisionProblems.deadline),
            .of(DecisionProblems.tooManyPolls),
            .of(DecisionProblems.suggestionClosed), .of(OutingProblems.cancelled), .of(OutingProblems.done),
            .faults("option_twice", "nothing_suggested"),
        ]
}
