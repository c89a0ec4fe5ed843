package import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI

extension AccountRoutes {
    /// What the routes of this feature take and answer.
    package static let descriptions =
        SignInRoutes.descriptions + SessionRoutes.descriptions + AddressChangeRoutes.descriptions
        + OutboxRoutes.descriptions + ProviderRoutes.descriptions + FacebookRoutes.descriptions
        + IdentityRoutes.descriptions + PasskeyRoutes.descriptions
}

extension SignInRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/auth/email", id: "requestSignInMail", .anyone, "Ask for a sign-in mail",
            "The answer is the same whether or not anybody has this address. A browser gets a cookie that binds the mailed link to it. `Idempotency-Key` is ignored.",
            body: .json(.object(.field("email", .address))),
            answers: [
                .accepted(.signInPromise, "A mail is on its way, if anybody may have one.")
            ], problems: [.faults("not_an_email_address"), .of(SignInProblems.mailNotConfigured)],
            isIdempotent: false),
        RouteDescription(
            .post, "/v1/auth/email/verify", id: "signInByMail", .anyone,
            "Sign in with what the mail said",
            "`{email, code}`, or `{token}` of the mailed link. `Idempotency-Key` is ignored.",
            body: .json(
                .any(
                    of: .object(.field("email", .address), .field("code", .text(0...40, "12345678"))),
                    .object(.field("token", .text(1...200, "kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"))))),
            answers: [.ok(.session, "Signed in")],
            problems: [
                .faults("not_an_email_address"), .of(SignInProblems.wrongCode), .of(SignInProblems.invalidLink),
                .of(SignInProblems.wrongBrowser),
            ], isIdempotent: false),
        RouteDescription(
            .get, "/v1/auth/providers", id: "listSignInWays", .anyone,
            "Ways to sign in that this service has",
            answers: [
                .ok(
                    .object(
                        .field("email", .boolean, "Whether mail can be sent."),
                        .field("passkeys", .boolean, "Whether this site can take them."),
                        .field(
                            "items",
                            .array(
                                of: .object(
                                    .field("id", .string("google")), .field("name", .string("Google")))),
                            "Identity providers.")),
                    "The ways")
            ]),
    ]
}

extension AddressChangeRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/me/email", id: "requestAddressChange", .member, "Ask for a code for another address",
            "Needs a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.object(.field("email", .address))),
            answers: [.accepted(.signInPromise, "A code is on its way there")],
            problems: [
                .faults("not_an_email_address"), .signInAgain, .of(SignInProblems.tooManyAddressMails),
                .of(SignInProblems.mailNotConfigured),
            ], isIdempotent: false),
        RouteDescription(
            .post, "/v1/me/email/verify", id: "changeAddress", .member, "Change my address",
            "Those before are told. Needs a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.object(.field("email", .address), .field("code", .text(0...40, "12345678")))),
            answers: [.ok(.me, "The reader with the new address")],
            problems: [
                .faults("not_an_email_address"), .signInAgain, .of(SignInProblems.wrongCode),
                .of(SignInProblems.addressTaken),
            ], isIdempotent: false),
    ]
}

extension RouteProblem {
    /// 403 of what needs a recent sign-in.
    package static let signInAgain = RouteProblem.of(
        SignInProblems.signInAgain(methods: ["email"]),
        .optional("ways", .array(of: .string("email")), "By which this person can."))
}

extension SessionRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/sessions", id: "listSessions", .member, "Where I am signed in",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .sessionSummary), "Every session, on one page")]),
        RouteDescription(
            .delete, "/v1/sessions/{id}", id: "endSession", .member, "Sign out",
            parameters: [
                .path(
                    "id", .any(of: .id, .words(["current", "all"])), "Of a session, or `current`, or `all`.")
            ], answers: [.done("Signed out")]),
    ]
}

extension OutboxRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/dev/outbox", id: "readOutbox", .anyone, kind: .page,
            "Mails that would have been sent",
            "Only where no mail server is set, and only to a program on the same machine; elsewhere 404. A page for browsers, JSON for programs.",
            parameters: [.query("to", .text(0...254, "ada@example.org"), "Only mails to this address.")],
            answers: [
                Answer(
                    200, "The newest mails",
                    [
                        Content(MediaType.json, .page(of: .outboxMail)),
                        Content(MediaType.html, .string("<!doctype html>")),
                    ])
            ], problems: [.notFound])
    ]
}
