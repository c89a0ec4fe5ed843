package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI
internal import Privacy

extension LinkRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/invitations/resend", id: "askForLostLinks", .anyone, "Mail me my links again",
            "The answer is the same whether or not anybody was invited there. `Idempotency-Key` is ignored.",
            body: .json(.object(.field("email", .address))), answers: [.accepted(asked, "If there are any")],
            problems: [.faults("not_an_email_address")], isIdempotent: false),
        RouteDescription(
            .post, "/lost-link", id: "askForLostLinksByForm", .anyone, kind: .page, "The same on a page",
            body: .form(.object(.field("email", .address))), answers: [.page("If there are any")],
            problems: [.faults("not_an_email_address")]),
        RouteDescription(
            .post, "/v1/outings/{id}/invitations/{invitationId}/resend", id: "resendInvitation", .member,
            "Mail an invitation once more", "Three times a day at most.",
            answers: [.accepted(asked, "On its way")],
            problems: [
                .forbidden, .of(OutingProblems.noAddress), .of(OutingProblems.done),
                .of(OutingProblems.cancelled), .of(OutingProblems.mailLimit),
            ]),
    ]

    private static let asked = Schema.object(.field("state", .constant("asked")))
}

extension ClaimRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/invitations/{token}/claim", id: "claimInvitation", .member, "This is me",
            "Whoever is signed in takes over the guest that a personal link is of.", parameters: [.token],
            answers: [.ok(.invitationView, "The invitation as it is then")],
            problems: [.of(OutingProblems.belongsToOtherAccount)]),
        RouteDescription(
            .post, "/i/{token}/claim", id: "claimOnInvitationPage", .anyone, kind: .page,
            "The same on a page",
            parameters: [.token], body: .form(.object(.optional("csrf", .text(0...100, "…")))),
            answers: [.seeOther("The outing")],
            problems: [.of(Problem.unauthorized()), .staleForm, .of(OutingProblems.belongsToOtherAccount)]),
    ]
}
