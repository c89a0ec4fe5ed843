package import Access
internal import Circles
internal import HTTPKit
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI
internal import Outings

extension SeriesRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listSeries, .listSeries, scope: .member, "Series that I host or am in",
            "Those that have not ended.",
            answers: [.ok(.page(of: .series, .holidayCountries), "All of them, on one page", isTagged: true)],
            handler: list),
        RouteDefinition(
            .createSeries, .createSeries, scope: .member, "Start outings that come again",
            "The outings of the next four weeks, and at least two, are made by themselves; each has its own answers.",
            body: .json(.newSeries), answers: [.created(.series, "The series", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofPeople + [.of(SeriesProblems.tooMany)],
            handler: create),
        RouteDefinition(
            .readSeries, .readSeries, scope: .member, "A series",
            answers: [.ok(.series, "With who is in it and what comes", isTagged: true)], handler: read),
        RouteDefinition(
            .editSeries, .editSeries, scope: .member, "Edit what comes",
            "Outings that are there follow, but for what they have of their own. Days that the rule no longer has are cancelled. Everybody is told once.",
            parameters: [
                .query("from", .date, "Only this date and what follows; one whose outing is there.")
            ], body: .mergePatch(.seriesPatch), answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(SeriesProblems.unknownFrom), .of(SeriesProblems.ended),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .optional("going", .integer(0...100_000, 9))),
                .of(OutingProblems.started),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .optional("current", .series)),
            ], needsVersion: true, handler: patch),
        RouteDefinition(
            .endSeries, .editSeries, scope: .member, "End a series",
            "Nothing more is made of it; what is there stays.",
            parameters: [.query("cancel", .boolean, "Cancels what is to come as well.")],
            answers: [.done("Ended")],
            problems: [.forbidden, .of(SeriesProblems.ended), .of(OutingProblems.done)], handler: end),
        RouteDefinition(
            .skipDate, .editSeries, scope: .member, "Leave one date out",
            "Its outing is cancelled, or is never made.", body: .json(.object(.field("date", .date))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_date"), .of(SeriesProblems.notADate),
                .of(SeriesProblems.ended),
                .of(OutingProblems.done),
            ], handler: skip),
        RouteDefinition(
            .unskipDate, .editSeries, scope: .member, "Let a date take place after all",
            "One that was left out, or a holiday.", parameters: [.path("date", .date, "Of the rule.")],
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .of(SeriesProblems.notADate), .of(SeriesProblems.ended),
                .of(OutingProblems.started),
            ], handler: unskip),
        RouteDefinition(
            .addToSeries, .editSeries, scope: .member, "Ask more people from now on",
            "To the outings that are there too.",
            body: .json(
                .object(
                    .optional("people", .array(of: .id, max: SeriesLimits.people).orNull),
                    .optional("circles", .array(of: .id, max: CircleLimits.circles).orNull))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: RouteProblem.ofPeople + [
                .forbidden, .of(SeriesProblems.ended), .of(OutingProblems.done),
            ], handler: invite),
        RouteDefinition(
            .removeFromSeries, .editSeries, scope: .member, "Leave a series, or take somebody out of it",
            "And out of its outings to come.", answers: [.done("Asked no more")],
            problems: [
                .forbidden, .of(SeriesProblems.hostRequired), .of(SeriesProblems.ended),
                .of(OutingProblems.answersClosed),
            ], handler: remove),
        RouteDefinition(
            .answerSeries, .answerSeries, scope: .member, "Say once that I come to all",
            "Or that I want to be asked again each time. What was answered stays.",
            body: .json(
                .object(
                    .field("comes", .boolean),
                    .optional("partySize", .integer(OutingLimits.partySize, 2).orNull))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [.forbidden, .of(SeriesProblems.ended)], handler: setStandingAnswer),
        RouteDefinition(
            .transferSeries, .editSeries, scope: .member, "Hand a series over",
            "To somebody in it, with its outings to come.", body: .json(.object(.field("personId", .id))),
            answers: [.ok(.series, "As it is now", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_id"), .of(SeriesProblems.notInSeries),
                .of(SeriesProblems.tooMany),
                .of(SeriesProblems.ended), .of(OutingProblems.done),
            ], handler: transfer),
    ]
}
