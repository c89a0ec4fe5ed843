package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI

extension OutingRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listOutings, .listOutings, scope: .member, "My outings",
            "Those I host, attend and am asked to, in the order of the screen: what needs my answer first, then by start.",
            parameters: [
                .query("role", .words(["hosting", "attending", "invited"]), "What I am to them."),
                .query("status", .oneOf(AttendanceStatus.self), "My own answer."),
                .query("when", .words(["upcoming", "past", "all"]), "`upcoming` unless said otherwise."),
                .limit(PageLimits.standard, most: PageLimits.maximum), .cursor,
            ], answers: [.ok(.page(of: .outing), "A page of outings", isTagged: true, isPaged: true)],
            problems: [.faults("malformed_cursor")], handler: list),
        RouteDefinition(
            .createOuting, .createOuting, scope: .member, "Start an outing",
            "A title is enough; time and place may stay open.", body: .json(.newOuting),
            answers: [.created(.outing, "The new outing", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofInvitations + [.faults("end_without_start")],
            handler: create),
        RouteDefinition(
            .readOuting, .readOuting, scope: .guest, "An outing",
            answers: [.ok(.outing, "The outing as the reader sees it", isTagged: true)],
            problems: [.forbidden], handler: read),
        RouteDefinition(
            .editOuting, .editOuting, scope: .member, "Edit an outing", body: .mergePatch(.outingPatch),
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(OutingProblems.endWithoutStart), .of(OutingProblems.done),
                .of(OutingProblems.cancelled), .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true, handler: patch),
        RouteDefinition(
            .undoEdit, .undoEdit, scope: .member, "Take an edit back",
            "Gives the fields that it changed the values they had before it, by a new revision. Undone before it was told, nobody hears of either.",
            body: .json(
                .object(
                    .optional(
                        "revision", .integer(1...Int.max, 6).orNull, "The last edit unless said otherwise.")),
                isRequired: false), answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [
                .forbidden, .of(OutingProblems.nothingToUndo), .of(OutingProblems.editedSince),
                .of(OutingProblems.done), .of(OutingProblems.endBeforeStart), .of(OutingProblems.tooLong),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true, handler: undo),
        RouteDefinition(
            .deleteOuting, .deleteOuting, scope: .member, "Delete an outing",
            "Only while nobody else was ever told of it.", answers: [.done("Deleted")],
            problems: [.forbidden, .of(OutingProblems.shared)], handler: delete),
        RouteDefinition(
            .cancelOuting, .cancelOuting, scope: .member, "Call an outing off",
            body: .json(
                .object(.optional("reason", .text(OutingLimits.cancelReason, "The cook is ill").orNull)),
                isRequired: false), answers: [.ok(.outing, "The outing, cancelled", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.done)], handler: cancel),
        RouteDefinition(
            .reactivateOuting, .cancelOuting, scope: .member, "Let an outing happen after all",
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.started), .of(OutingProblems.done)], handler: reactivate
        ),
    ]
}
