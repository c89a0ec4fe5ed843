package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI

extension PersonalDataRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/me/exports", id: "askForExport", .guest, "Ask for a copy of all that is kept of me",
            "It is made in the background; one that is under way is told instead of another. A member needs a recent sign-in.",
            body: .json(.object(), isRequired: false),
            answers: [.accepted(.export, "Under way")], problems: [.signInAgain, .membersOnly]),
        RouteDescription(
            .get, "/v1/me/exports", id: "listExports", .guest, "My copies, the newest first",
            answers: [.ok(.page(of: .export), "Those under way or ready")], problems: [.membersOnly]),
        RouteDescription(
            .get, "/v1/me/exports/{id}/archive", id: "takeExport", .guest, "The archive", "For a day.",
            answers: [.text("application/zip", "A ZIP file of JSON files", example: "PK")],
            problems: [.membersOnly]),
        RouteDescription(
            .get, "/v1/me/erasure", id: "readErasure", .guest, "When I will be forgotten",
            answers: [.ok(.erasure, "With nulls if nobody asked")], problems: [.membersOnly]),
        RouteDescription(
            .put, "/v1/me/erasure", id: "askForErasure", .guest, "Ask to be forgotten",
            "In seven days; asked again, the first time counts. A member needs a recent sign-in.",
            body: .json(.object(), isRequired: false), answers: [.ok(.erasure, "When it will be")],
            problems: [.signInAgain, .membersOnly]),
        RouteDescription(
            .delete, "/v1/me/erasure", id: "takeBackErasure", .guest, "Stay after all",
            answers: [.done("Nothing is erased")], problems: [.membersOnly]),
    ]
}

extension GuestDataPage {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/i/{token}/data", id: "showGuestDataPage", .anyone, kind: .page,
            "What is kept of a guest, as a page", parameters: [.personalToken],
            answers: [.page("The page"), .seeOther("A member's settings")]),
        RouteDescription(
            .post, "/i/{token}/data", id: "actOnGuestDataPage", .anyone, kind: .page,
            "Take one's data along as a guest, or be forgotten", parameters: [.personalToken],
            body: .form(
                .object(
                    .field("act", .words(["export", "erase", "keep"])), .optional("csrf", .text(0...100, "…"))
                )),
            answers: [
                .text("application/zip", "The archive", example: "PK"), .seeOther("The page again"),
            ], problems: [.staleForm]),
    ]
}

extension Parameter {
    fileprivate static let personalToken = Parameter.path(
        "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "Of a personal link.")
}

extension RouteProblem {
    /// 401 for the personal link of somebody who has an account.
    fileprivate static let membersOnly = RouteProblem.of(
        Problem.unauthorized("sign_in_for_that", "This person has an account: sign in to do that."))

    /// 403 of a form that was made for another session or link.
    package static let staleForm = RouteProblem.of(
        Problem.forbidden("stale_form", "Open the link again and answer there."))
}

extension Schema {
    fileprivate static let export = Schema.named(
        "Export",
        .object(
            .field("id", .id), .field("state", .words(["under_way", "ready"])),
            .field("requestedAt", .instant), .field("readyAt", .instant.orNull),
            .field("expiresAt", .instant.orNull),
            .field(
                "archive", .string("/v1/me/exports/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/archive").orNull,
                "Where it is, once it is ready.")))

    fileprivate static let erasure = Schema.named(
        "Erasure", .object(.field("requestedAt", .instant.orNull), .field("dueAt", .instant.orNull)))
}
