package import Access
import Accounts
import HTTPKit
import HTTPTypes
import NoonishAPI
import OpenAPI

extension OutingRoutes {
    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listOutings, .listOutings, scope: .member, "List outings",
            "Outings that the caller hosts, attends or is invited to: first those that need an answer, then by start.",
            parameters: [
                .query("role", .words(["hosting", "attending", "invited"]), "The caller's role."),
                .query("status", .oneOf(AttendanceStatus.self), "The caller's answer."),
                .query("when", .words(["upcoming", "past", "all"]), "`upcoming` by default."),
                .limit(PageLimits.standard, most: PageLimits.maximum), .cursor,
            ], answers: [.ok(.page(of: .outing), "A page of outings", isTagged: true, isPaged: true)],
            problems: [.faults("malformed_cursor")], checksSession: true, handler: list),
        RouteDefinition(
            .createOuting, .createOuting, scope: .member, "Create an outing",
            "Only the title is required.", body: .json(.newOuting),
            answers: [.created(.outing, "The new outing", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofInvitations + [
                .faults("end_without_start"), .dailyLimit,
            ], handler: create),
        RouteDefinition(
            .readOuting, .readOuting, scope: .guest, "Read an outing",
            answers: [.ok(.outing, "The outing as the caller sees it", isTagged: true)],
            problems: [.forbidden], checksSession: true, handler: read),
        RouteDefinition(
            .editOuting, .editOuting, scope: .member, "Edit an outing", body: .mergePatch(.outingPatch),
            answers: [.ok(.outing, "The outing", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(OutingProblems.endWithoutStart), .of(OutingProblems.done),
                .of(OutingProblems.cancelled), .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(OutingProblems.orderPlaced),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true, checksSession: true, handler: patch),
        RouteDefinition(
            .undoEdit, .undoEdit, scope: .member, "Undo an edit",
            "Restores the previous values of the edited fields, in a new revision. If the edit has not been published yet, no one is notified of either.",
            body: .json(
                .object(
                    .optional(
                        "revision", .integer(1...Int.max, 6).orNull, "The last edit by default.")),
                isRequired: false), answers: [.ok(.outing, "The outing", isTagged: true)],
            problems: [
                .forbidden, .of(OutingProblems.nothingToUndo), .of(OutingProblems.editedSince),
                .of(OutingProblems.done), .of(OutingProblems.endBeforeStart), .of(OutingProblems.tooLong),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .going), .of(OutingProblems.orderPlaced),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true, handler: undo),
        RouteDefinition(
            .deleteOuting, .deleteOuting, scope: .member, "Delete an outing",
            "Allowed only if no one else has been notified of the outing, and no place has its order.",
            answers: [.done("Deleted")],
            problems: [.forbidden, .of(OutingProblems.shared), .of(OutingProblems.orderPlaced)],
            handler: delete),
        RouteDefinition(
            .cancelOuting, .cancelOuting, scope: .member, "Cancel an outing",
            body: .json(
                .object(.optional("reason", .text(OutingLimits.cancelReason, "The cook is ill").orNull)),
                isRequired: false), answers: [.ok(.outing, "The cancelled outing", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.done)], handler: cancel),
        RouteDefinition(
            .reactivateOuting, .cancelOuting, scope: .member, "Reactivate a cancelled outing",
            answers: [.ok(.outing, "The outing", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.started), .of(OutingProblems.done)], handler: reactivate
        ),
    ]
}
