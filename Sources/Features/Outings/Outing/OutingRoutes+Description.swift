package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import NoonishAPI
internal import OpenAPI

extension OutingRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/outings", id: "listOutings", .member, "My outings",
            "Those I host, attend and am asked to, in the order of the screen: what needs my answer first, then by start.",
            parameters: [
                .query("role", .words(["hosting", "attending", "invited"]), "What I am to them."),
                .query("status", .oneOf(AttendanceStatus.self), "My own answer."),
                .query("when", .words(["upcoming", "past", "all"]), "`upcoming` unless said otherwise."),
                .limit(PageLimits.standard, most: PageLimits.maximum), .cursor,
            ],
            answers: [.ok(.page(of: .outing), "A page of outings", isTagged: true, isPaged: true)],
            problems: [.faults("malformed_cursor")]),
        RouteDescription(
            .post, "/v1/outings", id: "createOuting", .member, "Start an outing",
            "A title is enough; time and place may stay open.", body: .json(.newOuting),
            answers: [.created(.outing, "The new outing", isTagged: true)],
            problems: RouteProblem.ofFields + RouteProblem.ofInvitations + [.faults("end_without_start")]),
        RouteDescription(
            .get, "/v1/outings/{id}", id: "readOuting", .guest, "An outing",
            answers: [.ok(.outing, "The outing as the reader sees it", isTagged: true)],
            problems: [.forbidden]),
        RouteDescription(
            .patch, "/v1/outings/{id}", id: "editOuting", .member, "Edit an outing",
            body: .mergePatch(.outingPatch),
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: RouteProblem.ofFields + [
                .forbidden, .of(OutingProblems.endWithoutStart), .of(OutingProblems.done),
                .of(OutingProblems.cancelled), .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true),
        RouteDescription(
            .post, "/v1/outings/{id}/undo", id: "undoEdit", .member, "Take an edit back",
            "Gives the fields that it changed the values they had before it, by a new revision. Undone before it was told, nobody hears of either.",
            body: .json(
                .object(
                    .optional(
                        "revision", .integer(1...Int.max, 6).orNull, "The last edit unless said otherwise.")),
                isRequired: false),
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [
                .forbidden, .of(OutingProblems.nothingToUndo), .of(OutingProblems.editedSince),
                .of(OutingProblems.done), .of(OutingProblems.endBeforeStart), .of(OutingProblems.tooLong),
                .of(OutingProblems.capacityBelowSeatsTaken(9), .going),
                .of(
                    Problem.preconditionFailed(tag: EntityTag(version: 8, hash: "5b1f0a9c2d3e4f5061728394")),
                    .current),
            ], needsVersion: true),
        RouteDescription(
            .delete, "/v1/outings/{id}", id: "deleteOuting", .member, "Delete an outing",
            "Only while nobody else was ever told of it.", answers: [.done("Deleted")],
            problems: [.forbidden, .of(OutingProblems.shared)]),
        RouteDescription(
            .put, "/v1/outings/{id}/cancellation", id: "cancelOuting", .member, "Call an outing off",
            body: .json(
                .object(.optional("reason", .text(OutingLimits.cancelReason, "The cook is ill").orNull)),
                isRequired: false),
            answers: [.ok(.outing, "The outing, cancelled", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.done)]),
        RouteDescription(
            .delete, "/v1/outings/{id}/cancellation", id: "reactivateOuting", .member,
            "Let an outing happen after all",
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [.forbidden, .of(OutingProblems.started), .of(OutingProblems.done)]),
    ]
}

extension AttendanceRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/outings/{id}/attendees", id: "listAttendees", .guest, "Who is on the list",
            "By status, then name; to hosts those who wait in their order. Addresses only to the host who typed them.",
            answers: [.ok(.page(of: .attendance), "Everybody, on one page", isTagged: true)],
            problems: [.forbidden]),
        RouteDescription(
            .put, "/v1/outings/{id}/attendance", id: "answerInvitation", .guest, "Answer for myself",
            "An answer that waited for a connection is sent with `answeredAt`, and again under one key until it is answered.",
            body: .json(
                .answer(
                    .optional("answeredAt", .instant.orNull, "When the button was pressed, if earlier."),
                    .optional(
                        "againstRevision", .integer(0...Int.max, 9).orNull, "What the answer was about."))),
            answers: [.ok(.attendance, "The answer")], problems: RouteProblem.ofAnswers + [.forbidden],
            isIdempotent: true),
        RouteDescription(
            .put, "/v1/outings/{id}/attendees/{personId}", id: "answerForAttendee", .member,
            "Write down what somebody told me",
            body: .json(
                .answer(
                    .optional("answeredAt", .instant.orNull),
                    .optional("againstRevision", .integer(0...Int.max, 9).orNull))),
            answers: [.ok(.attendance, "The answer")], problems: RouteProblem.ofAnswers + [.forbidden]),
        RouteDescription(
            .post, "/v1/outings/{id}/waitlist/take", id: "takeSeat", .guest, "Take a seat that I waited for",
            "One that is held for me, or one that is free because nobody before me fits.",
            answers: [.ok(.attendance, "The answer, now attending")],
            problems: [
                .forbidden, .of(OutingProblems.cancelled), .of(OutingProblems.answersClosed),
                .of(OutingProblems.notWaiting), .of(OutingProblems.noSeatYet), .of(OutingProblems.offerEnded),
            ]),
        RouteDescription(
            .delete, "/v1/outings/{id}/attendees/{personId}", id: "removeAttendee", .guest,
            "Leave, or take somebody off the list", answers: [.done("No longer on the list")],
            problems: [.forbidden, .of(OutingProblems.hostStays), .of(OutingProblems.answersClosed)]),
    ]
}

extension CompanionRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/friends/companions", id: "listCompanions", .member, "People I ate with",
            "Whom one met last comes first.",
            parameters: [.limit(PageLimits.standard, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .companion), "One page", isTagged: true)])
    ]
}

extension HostRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .put, "/v1/outings/{id}/attendees/{personId}/role", id: "setRole", .member,
            "Make somebody a cohost, or no longer", "By the host, or a cohost who steps down.",
            body: .json(.object(.field("role", .words(["cohost", "invitee"])))),
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [
                .forbidden, .of(OutingProblems.hostStays), .of(OutingProblems.done),
                .of(OutingProblems.needsAccount),
            ]),
        RouteDescription(
            .post, "/v1/outings/{id}/hosts/transfer", id: "transferHost", .member, "Hand an outing over",
            "To somebody on the list who has an account.", body: .json(.object(.field("personId", .id))),
            answers: [.ok(.outing, "The outing as it is now", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_id"), .of(OutingProblems.notOnTheList),
                .of(OutingProblems.needsAccount), .of(OutingProblems.done),
            ]),
    ]
}

extension OriginRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .put, "/v1/outings/{id}/origin", id: "shareOrigin", .guest, "Say roughly where I start",
            "Rounded to 0.005 degrees on arrival, for this outing alone, shown to nobody, gone when it ends.",
            body: .json(
                .object(
                    .field("latitude", .number(-90...90, 60.1699), "Degrees, WGS 84."),
                    .field("longitude", .number(-180...180, 24.9384)),
                    .field("consent", .boolean, "True: it may be used to find a place that is fair to all."))),
            answers: [.done("Kept")],
            problems: [
                .forbidden, .faults("consent_needed"), .of(OutingProblems.cancelled),
                .of(OutingProblems.answersClosed), .of(OutingProblems.notAttending),
            ]),
        RouteDescription(
            .delete, "/v1/outings/{id}/origin", id: "forgetOrigin", .guest, "Take back where I start",
            answers: [.done("Gone")], problems: [.forbidden]),
    ]
}

extension NudgeRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/outings/{id}/nudge", id: "nudge", .member,
            "Ask once more those who have not answered",
            "Nobody who has answered is asked, whatever the answer. Once in twelve hours.",
            body: .json(
                .object(.optional("preview", Schema.boolean.orNull, "True only says who would be asked.")),
                isRequired: false),
            answers: [.ok(.page(of: .person), "Who was asked")],
            problems: [
                .forbidden, .of(OutingProblems.everyoneAnswered), .of(OutingProblems.nudgedRecently),
                .of(OutingProblems.nudgedTooLate), .of(OutingProblems.cancelled),
                .of(OutingProblems.answersClosed),
            ])
    ]
}

extension InvitationRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/outings/{id}/invitations", id: "invite", .member, "Ask people to come",
            "Friends and people one has shared an outing with by id, anybody by a mail address. Who was asked before is not asked again.",
            body: .json(.invite), answers: [.ok(.invitedPage, "The list as it is then")],
            problems: RouteProblem.ofInvitations + [
                .forbidden, .of(OutingProblems.cancelled), .of(OutingProblems.done),
            ]),
        RouteDescription(
            .get, "/v1/outings/{id}/links", id: "listLinks", .member, "Share links that work",
            answers: [.ok(.page(of: .link), "Every link, on one page", isTagged: true)],
            problems: [.forbidden]),
        RouteDescription(
            .post, "/v1/outings/{id}/links", id: "createLink", .member, "Make a share link",
            body: .json(
                .object(
                    .optional(
                        "expiresAt", .instant.orNull, "Up to a year from now; a month unless said otherwise."),
                    .optional("maxUses", .integer(OutingLimits.linkUses, 20).orNull)),
                isRequired: false),
            answers: [.created(.link, "The link")],
            problems: [.forbidden, .of(OutingProblems.tooManyLinks)]),
        RouteDescription(
            .delete, "/v1/outings/{id}/links", id: "revokeLinks", .member, "End every share link",
            answers: [.done("No link works any more")], problems: [.forbidden]),
        RouteDescription(
            .delete, "/v1/outings/{id}/links/{linkId}", id: "revokeLink", .member, "End a share link",
            answers: [.done("It works no more")], problems: [.forbidden]),
        RouteDescription(
            .get, "/v1/invitations/{token}", id: "openInvitation", .anyone, "What a link shows",
            parameters: [.token],
            answers: [.ok(.invitationView, "As much as this link lets one see", isTagged: true)]),
        RouteDescription(
            .put, "/v1/invitations/{token}/attendance", id: "answerByLink", .anyone, "Answer by a link",
            "By a share link, whoever is not signed in says their name and gets a personal link, in `url`.",
            parameters: [.token],
            body: .json(
                .answer(
                    .optional("name", .text(InvitationAnswers.nameLength, "Ada").orNull),
                    .optional(
                        "diets",
                        .array(of: .oneOf(PersonalDiet.self), max: PersonalDiet.allCases.count).orNull,
                        "What a guest does not eat: only counted, shown to nobody."),
                    .optional(
                        "allergies", .array(of: .oneOf(Allergen.self), max: Allergen.allCases.count).orNull))),
            answers: [.ok(.invitationView, "What the holder's own link shows now")],
            problems: RouteProblem.ofAnswers + [
                .of(OutingProblems.nameNeeded), .of(OutingProblems.ownOuting),
                .of(OutingProblems.dietsInSettings),
                .of(OutingProblems.tooManyInvitees(501)),
            ]),
    ]
}

extension InvitationPage {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/i/{token}", id: "showInvitationPage", .anyone, kind: .page, "The page of a link",
            parameters: [.token, .query("done", .string(""), "After an answer.")],
            answers: [.page("The page"), .page("The link opens nothing, or nothing any more", status: 404)]),
        RouteDescription(
            .post, "/i/{token}", id: "answerOnInvitationPage", .anyone, kind: .page, "Answer on that page",
            parameters: [.token],
            body: .form(
                .object(
                    .field("status", .oneOf(AnswerInput.Status.self)), .optional("csrf", .text(0...100, "…")),
                    .optional("name", .text(0...InvitationAnswers.nameLength.upperBound, "Ada")),
                    .optional("partySize", .integer(OutingLimits.partySize, 2)),
                    .optional("diet", .oneOf(DietChoice.self), "Only counted, shown to nobody."),
                    .optional("note", .text(0...OutingLimits.answerNote.upperBound, multiline: true, "…")))),
            answers: [
                .seeOther("Answered; to the holder's own page"),
                .page("The link opens nothing", status: 404),
                .page("The answer does not fit what is so now; the page says how", status: 409),
                .page("Something is missing; the page says what", status: 422),
            ], problems: [.of(Problem.forbidden("stale_form", "Open the link again and answer there."))]),
        RouteDescription(
            .post, "/i/{token}/open", id: "openInvitationLive", .anyone, kind: .page, "On to the live page",
            "With a cookie by which a guest is known there.", parameters: [.token],
            body: .form(.object(.optional("csrf", .text(0...100, "…")))),
            answers: [
                .seeOther("The outing; by a share link, the page itself"),
                .page("The link opens nothing", status: 404),
            ], problems: [.of(Problem.forbidden("stale_form", "Open the link again and answer there."))]),
    ]
}

extension Parameter {
    static let token = Parameter.path(
        "token", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "Of a personal or a share link.")
}

extension SchemaField {
    fileprivate static let free = SchemaField.optional("free", .integer(0...100_000), "Seats that are left.")
    fileprivate static let going = SchemaField.optional(
        "going", .integer(0...100_000, 9), "Seats that are taken.")
    fileprivate static let current = SchemaField.optional("current", .outing, "How it is now.")
}

extension RouteProblem {
    /// Of the fields that POST and PATCH share.
    fileprivate static let ofFields: [RouteProblem] = [
        .of(OutingProblems.time(.malformed, text: "noon", zone: "UTC", pointer: "/startsAt")),
        .of(OutingProblems.time(.outOfRange, text: "", zone: "UTC", pointer: "/startsAt")),
        .of(OutingProblems.time(.unknownZone, text: "", zone: "Mars/Base", pointer: "/startsAt")),
        .faults("time_skipped", "malformed_id", "two_places"),
        .of(OutingProblems.endBeforeStart), .of(OutingProblems.tooLong),
        .of(OutingProblems.unknownRestaurant),
    ]

    fileprivate static let ofInvitations: [RouteProblem] = [
        .faults("not_an_email_address", "malformed_id", "not_a_friend", "yourself", "unknown_circle"),
        .of(OutingProblems.tooManyInvitees(501)), .of(OutingProblems.mailLimit),
    ]

    fileprivate static let ofAnswers: [RouteProblem] = [
        .of(OutingProblems.cancelled), .of(OutingProblems.answersClosed), .of(OutingProblems.newerAnswer),
        .of(OutingProblems.full(free: 0), .free), .of(OutingProblems.answersDue),
    ]
}
