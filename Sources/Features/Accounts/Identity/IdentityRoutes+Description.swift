internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
internal import OpenAPI

extension ProviderRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/auth/oidc/{provider}", id: "beginAtProvider", .anyone, "Go to an identity provider",
            "JSON is answered with the address to go to, a form with 303. The browser gets a cookie without which nobody comes back. `Idempotency-Key` is ignored.",
            parameters: [.provider],
            body: Body(
                [Content(MediaType.json, visit), Content(MediaType.form, visit)], isRequired: false),
            answers: [
                .ok(.object(.field("location", .url("https://id.example/authorize?…"))), "Where to go"),
                .seeOther("The provider"),
            ],
            problems: [
                .faults("not_one_of", "not_a_path"), .of(Problem.unauthorized()), .signInAgain,
                .of(IdentityProblems.of(.unavailable(""))),
            ], isIdempotent: false),
        RouteDescription(
            .get, "/v1/auth/oidc/{provider}/callback", id: "returnFromProvider", .anyone, kind: .page,
            "Come back from a provider",
            "To our own page, with a session or with `problem`. Parameters that a provider adds are left alone.",
            parameters: [.provider] + returned, answers: [.seeOther("Where one was going")],
            problems: [.of(IdentityProblems.of(.unavailable("")))]),
        RouteDescription(
            .post, "/v1/auth/oidc/{provider}/callback", id: "returnFromProviderByForm", .anyone, kind: .page,
            "Come back from a provider that posts", "Leads to the same by GET, which has the cookies.",
            parameters: [.provider], body: .form(.object(returned.map { .optional($0.name, $0.schema) })),
            answers: [.seeOther("The callback")]),
        RouteDescription(
            .post, "/v1/auth/oidc/{provider}/token", id: "signInByIDToken", .anyone,
            "Sign in with a native program's ID token",
            "Without `idToken` and `nonce`: a nonce to ask the provider with. `Idempotency-Key` is ignored.",
            parameters: [.provider],
            body: .json(
                .object(
                    .optional("purpose", .words(["sign_in", "sign_in_again", "link"]).orNull),
                    .optional(
                        "idToken", .text(1...IdentityLimits.tokenBytes, "eyJhbGciOiJSUzI1NiJ9.e30.c2ln")),
                    .optional("nonce", .text(1...200, "kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"))),
                isRequired: false),
            answers: [
                .ok(
                    .any(
                        of: .session,
                        .object(
                            .field("nonce", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM")),
                            .field("expiresInSeconds", .integer(0...86_400, 600)))),
                    "A session, or a nonce"),
                .done("Linked"),
            ],
            problems: [
                .faults("not_one_of"), .of(Problem.unauthorized()), .signInAgain,
                .of(IdentityProblems.noPendingVisit),
                .of(IdentityProblems.of(.refused(""))), .of(IdentityProblems.of(.unavailable(""))),
                .of(IdentityProblems.differentPerson), .of(IdentityProblems.identityTaken),
                .of(IdentityProblems.tooManyIdentities),
            ], isIdempotent: false),
    ]

    private static let visit = Schema.object(
        .optional("purpose", .words(["sign_in", "sign_in_again", "link"])),
        .optional(
            "to", .pattern(#"^/([!-.0-\[\]-~][!-\[\]-~]*)?$"#, "/outings"),
            "A path of ours to go to afterwards."))

    private static let returned: [Parameter] = [
        .query("state", .string("kYd3wJ0m8Qe2Xv5t"), "What was sent along."),
        .query("code", .string("SplxlOBeZQQYbYS6WxSbIA"), "RFC 6749."),
        .query("error", .string("access_denied"), "RFC 6749."),
        .query("iss", .string("https://id.example"), "RFC 9207."),
        .query("user", .string("{}"), "Apple's, at the first consent."),
    ]
}

extension Parameter {
    fileprivate static let provider = Parameter.path(
        "provider", .string("google"), "As `GET /v1/auth/providers` names it.")
}

extension FacebookRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/auth/facebook/delete", id: "deleteFromFacebook", .anyone, kind: .page,
            "Facebook: remove what came from there", "Signed by Facebook; only where it is configured.",
            body: signed,
            answers: [
                .ok(
                    .object(
                        .field("url", .url("http://localhost:8080/v1/auth/facebook/deletions/kYd3wJ0m")),
                        .field("confirmation_code", .string("kYd3wJ0m8Qe2Xv5t"))),
                    "Removed; the same for somebody who is not here")
            ], problems: [notSigned, .notFound]),
        RouteDescription(
            .get, "/v1/auth/facebook/deletions/{code}", id: "readFacebookDeletion", .anyone,
            "When that was done",
            parameters: [.path("code", .string("kYd3wJ0m8Qe2Xv5t"), "Of the deletion.")],
            answers: [
                .ok(.object(.field("state", .constant("deleted")), .field("at", .instant)), "Done")
            ]),
        RouteDescription(
            .post, "/v1/auth/facebook/deauthorise", id: "deauthoriseFromFacebook", .anyone, kind: .page,
            "Facebook: somebody took this app out of their account",
            "Signed by Facebook; only where it is configured.", body: signed,
            answers: [Answer(200, "Their sessions have ended")], problems: [notSigned, .notFound]),
    ]

    private static let signed = Body.form(
        .object(.field("signed_request", .text(1...10_000, "c2ln.e30"))))
    private static let notSigned = RouteProblem.of(
        Problem.badRequest("signature_void", "That was not signed by Facebook for this app."))
}

extension IdentityRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/me/identities", id: "listIdentities", .member, "What I am at providers",
            "One is added by `POST /v1/auth/oidc/{provider}` for `link`.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .identity), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .delete, "/v1/me/identities/{id}", id: "removeIdentity", .member, "Sign in by it no more",
            "Never the last way in. Needs a recent sign-in.", answers: [.done("Removed")],
            problems: [.signInAgain, .of(IdentityProblems.lastSignInMethod)]),
        RouteDescription(
            .get, "/v1/me/identities/{id}/friends", id: "listFriendsAtProvider", .member,
            "Who of my friends there is here", "As of the last sign-in by it.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .person), "All of them, on one page", isTagged: true)]),
    ]
}

extension Schema {
    fileprivate static let identity = Schema.named(
        "Identity",
        .object(
            .field("id", .id), .field("provider", .string("google")),
            .field("address", .string("leila@example.org").orNull, "To tell accounts apart by."),
            .field("createdAt", .instant), .field("usedAt", .instant, "When it last signed somebody in.")))
}
