package import Access
internal import Circles
internal import HTTPKit
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI
internal import Outings

extension SeriesRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/series", id: "listSeries", .member, "Series that I host or am in",
            "Those that have not ended.",
            answers: [.ok(.page(of: .series, .holidayCountries), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .post, "/v1/series", id: "createSeries", .member, "Start outings that come again",
            "The outings of the next four weeks, and at least two, are made by themselves; each has its own answers.",
            body: .json(.newSeries), answers: [.created(.series, "The series", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofPeople + [.of(SeriesProblems.tooMany)]),
        RouteDescription(
            .get, "/v1/series/{id}", id: "readSeries", .member, "A series",
            answers: [.ok(.series, "With who is in it and what comes", isTagged: true)]),
        RouteDescription(
            .patch, "/v1/series/{id}", id: "editSeries", .member, "Edit what comes",
            "Outings that are there follow, but for what they have of their own. Days that the rule no longer has are cancelled. Everybody is told once.",
            parameters: [
                .query("from", .date, "Only this date and what follows; one whose outing is there.")
            ],
            body: .mergePatch(.seriesPatch), answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(SeriesProblems.unknownFrom), .of(SeriesProblems.ended),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .optional("going", .integer(0...100_000, 9))),
                .of(OutingProblems.started),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .optional("current", .series)),
            ], needsVersion: true),
        RouteDescription(
            .delete, "/v1/series/{id}", id: "endSeries", .member, "End a series",
            "Nothing more is made of it; what is there stays.",
            parameters: [.query("cancel", .boolean, "Cancels what is to come as well.")],
            answers: [.done("Ended")],
            problems: [.forbidden, .of(SeriesProblems.ended), .of(OutingProblems.done)]),
        RouteDescription(
            .post, "/v1/series/{id}/skips", id: "skipDate", .member, "Leave one date out",
            "Its outing is cancelled, or is never made.", body: .json(.object(.field("date", .date))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_date"), .of(SeriesProblems.notADate),
                .of(SeriesProblems.ended),
                .of(OutingProblems.done),
            ]),
        RouteDescription(
            .delete, "/v1/series/{id}/skips/{date}", id: "unskipDate", .member,
            "Let a date take place after all",
            "One that was left out, or a holiday.", parameters: [.path("date", .date, "Of the rule.")],
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .of(SeriesProblems.notADate), .of(SeriesProblems.ended),
                .of(OutingProblems.started),
            ]),
        RouteDescription(
            .post, "/v1/series/{id}/people", id: "addToSeries", .member, "Ask more people from now on",
            "To the outings that are there too.",
            body: .json(
                .object(
                    .optional("people", .array(of: .id, max: SeriesLimits.people).orNull),
                    .optional("circles", .array(of: .id, max: CircleLimits.circles).orNull))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: RouteProblem.ofPeople + [
                .forbidden, .of(SeriesProblems.ended), .of(OutingProblems.done),
            ]),
        RouteDescription(
            .delete, "/v1/series/{id}/people/{personId}", id: "removeFromSeries", .member,
            "Leave a series, or take somebody out of it", "And out of its outings to come.",
            answers: [.done("Asked no more")],
            problems: [
                .forbidden, .of(SeriesProblems.hostRequired), .of(SeriesProblems.ended),
                .of(OutingProblems.answersClosed),
            ]),
        RouteDescription(
            .put, "/v1/series/{id}/standing", id: "answerSeries", .member, "Say once that I come to all",
            "Or that I want to be asked again each time. What was answered stays.",
            body: .json(
                .object(
                    .field("comes", .boolean),
                    .optional("partySize", .integer(OutingLimits.partySize, 2).orNull))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [.forbidden, .of(SeriesProblems.ended)]),
        RouteDescription(
            .post, "/v1/series/{id}/host", id: "transferSeries", .member, "Hand a series over",
            "To somebody in it, with its outings to come.", body: .json(.object(.field("personId", .id))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_id"), .of(SeriesProblems.notInSeries),
                .of(SeriesProblems.tooMany),
                .of(SeriesProblems.ended), .of(OutingProblems.done),
            ]),
    ]
}

extension SchemaField {
    fileprivate static let holidayCountries = SchemaField.field(
        "holidayCountries", .array(of: .pattern("^[A-Z]{2}$", "FI")), "Whose public holidays are known.")
}

extension RouteProblem {
    /// Of the fields that POST and PATCH share.
    fileprivate static let ofFields: [RouteProblem] = [
        .faults(
            "malformed_time", "malformed_date", "malformed_id", "malformed_country", "two_places", "two_ends",
            "end_before_start", "one_weekday", "not_weekly", "unknown_time_zone"),
        .of(SeriesProblems.noDates), .of(SeriesProblems.unknownCountry(["FI"])),
        .of(OutingProblems.unknownRestaurant),
    ]

    fileprivate static let ofPeople: [RouteProblem] = [
        .faults("malformed_id", "not_a_friend", "yourself", "unknown_circle"),
        .of(OutingProblems.tooManyInvitees(501)),
    ]
}
