package import Access
import HTTPKit
import HTTPTypes
import NoonishAPI
import OpenAPI
import Outings

extension SeriesRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listSeries, .listSeries, scope: .member, "List series",
            "Series that the caller hosts or is in and that have not ended.",
            answers: [.ok(.page(of: .series, .holidayCountries), "All of them, on one page", isTagged: true)],
            handler: list),
        RouteDefinition(
            .createSeries, .createSeries, scope: .member, "Create a series",
            "The outings of the next four weeks, and at least two, are created automatically; each has its own answers.",
            body: .json(.newSeries), answers: [.created(.series, "The series", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofPeople + [.limit(SeriesProblems.tooMany)],
            handler: create),
        RouteDefinition(
            .readSeries, .readSeries, scope: .member, "Read a series",
            answers: [.ok(.series, "The series with its people and upcoming dates", isTagged: true)],
            handler: read),
        RouteDefinition(
            .editSeries, .editSeries, scope: .member, "Edit a series",
            "Existing outings are edited too, except for fields that were edited individually. Outings on dates that the rule no longer has are cancelled. Each person is notified once.",
            parameters: [
                .query("from", .date, "Edits this date and later ones only; it must have an outing.")
            ], body: .mergePatch(.seriesPatch), answers: [.ok(.series, "The edited series", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(SeriesProblems.unknownFrom), .of(SeriesProblems.ended),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(OutingProblems.started),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .optional("current", .series)),
            ], needsVersion: true, handler: patch),
        RouteDefinition(
            .endSeries, .editSeries, scope: .member, "End a series",
            "No further outings are created; existing ones stay.",
            parameters: [.query("cancel", .boolean, "Whether to cancel upcoming outings.")],
            answers: [.done("Ended")],
            problems: [.forbidden, .of(SeriesProblems.ended), .of(OutingProblems.done)], handler: end),
        RouteDefinition(
            .skipDate, .editSeries, scope: .member, "Skip a date",
            "The date's outing is cancelled, or is not created.", body: .json(.object(.field("date", .date))),
            answers: [.ok(.series, "The series without the date", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_date"), .of(SeriesProblems.notADate),
                .of(SeriesProblems.ended),
                .of(OutingProblems.done),
            ], handler: skip),
        RouteDefinition(
            .unskipDate, .editSeries, scope: .member, "Restore a skipped date",
            "Restores a skipped date or a holiday.",
            parameters: [.path("date", .date, "A date of the rule.")],
            answers: [.ok(.series, "The series with the date", isTagged: true)],
            problems: [
                .forbidden, .of(SeriesProblems.notADate), .of(SeriesProblems.ended),
                .of(OutingProblems.started),
            ], handler: unskip),
        RouteDefinition(
            .addToSeries, .editSeries, scope: .member, "Add people to a series",
            "They are invited to the existing outings too. The owner of an address is a guest of each outing, until they sign in with the address.",
            body: .json(.object(Schema.seriesPeople)),
            answers: [.ok(.series, "The series with them", isTagged: true)],
            problems: RouteProblem.ofPeople + [
                .forbidden, .of(SeriesProblems.tooManyAddresses), .of(SeriesProblems.ended),
                .of(OutingProblems.done),
            ], handler: invite),
        RouteDefinition(
            .removeFromSeries, .editSeries, scope: .member, "Leave a series or remove a person",
            "The person is removed from its upcoming outings too.", answers: [.done("Removed")],
            problems: [
                .forbidden, .of(SeriesProblems.hostRequired), .of(SeriesProblems.ended),
                .of(OutingProblems.answersClosed),
            ], handler: remove),
        RouteDefinition(
            .removeSeriesInvitee, .editSeries, scope: .member, "Stop inviting an address to a series",
            "Its guests are removed from the upcoming outings too.", answers: [.done("Removed")],
            problems: [.forbidden, .of(SeriesProblems.ended), .of(OutingProblems.answersClosed)],
            handler: removeInvitee),
        RouteDefinition(
            .answerSeries, .answerSeries, scope: .member, "Set a standing answer",
            "The caller attends all outings, or answers each one. Existing answers stay.",
            body: .json(
                .object(
                    .field("comes", .boolean),
                    .optional("partySize", .integer(OutingLimits.partySize, 2).orNull))),
            answers: [.ok(.series, "The series with the answer", isTagged: true)],
            problems: [.forbidden, .of(SeriesProblems.ended)], handler: setStandingAnswer),
        RouteDefinition(
            .transferSeries, .editSeries, scope: .member, "Transfer a series to another host",
            "The new host must be in the series; upcoming outings are transferred too.",
            body: .json(.object(.field("personId", .id))),
            answers: [.ok(.series, "The series with its new host", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_id"), .of(SeriesProblems.notInSeries),
                .limit(SeriesProblems.tooMany),
                .of(SeriesProblems.ended), .of(OutingProblems.done),
            ], handler: transfer),
    ]
}
