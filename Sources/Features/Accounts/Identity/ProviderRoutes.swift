import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI

/// Signing in at an identity provider.
struct ProviderRoutes: RouteGroup {
    let signIn: ProviderSignIn

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .beginAtProvider, .signIn, scope: .anyone, "Start a sign-in at an identity provider",
            "A JSON request is answered with the address to open, a form with 303. The browser gets a cookie that the callback requires. `Idempotency-Key` is ignored.",
            parameters: [.provider],
            body: Body(
                [Content(MediaType.json, visit), Content(MediaType.form, visit)], isRequired: false),
            answers: [
                .ok(
                    .object(.field("location", .url("https://id.example/authorize?…"))), "The address to open"
                ),
                .seeOther("The provider"),
            ],
            problems: [
                .faults("not_one_of", "not_a_path"), .of(Problem.unauthorized()), .signInAgain,
                .of(IdentityProblems.of(.unavailable(""))),
            ], isIdempotent: false, handler: begin),
        RouteDefinition(
            .returnFromProvider, .signIn, scope: .anyone, kind: .page, "Complete a sign-in at a provider",
            "Redirects to a page of the service, with a session or with `problem`. Unknown parameters are ignored.",
            parameters: [.provider] + returned, answers: [.seeOther("The page that was requested")],
            problems: [.of(IdentityProblems.of(.unavailable("")))], handler: end),
        RouteDefinition(
            .returnFromProviderByForm, .signIn, scope: .anyone, kind: .page,
            "Complete a sign-in at a provider that posts",
            "Redirects to the GET callback, which has the cookies.",
            parameters: [.provider], body: .form(.object(returned.map { .optional($0.name, $0.schema) })),
            answers: [.seeOther("The callback")], handler: passOn),
        RouteDefinition(
            .signInByIDToken, .signIn, scope: .anyone, "Sign in with an ID token",
            "For native programs. Without `idToken` and `nonce`, the response is a nonce for the provider. `Idempotency-Key` is ignored.",
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
            ], isIdempotent: false, handler: native),
    ]

    /// Starts a visit to the provider.
    ///
    /// `purpose` is `sign_in`, `sign_in_again` for proof that the caller is still the same person, or `link` to add
    /// the identity to the caller's account, which requires a recent sign-in. JSON is answered with 200 and the
    /// address, because a script cannot see where a redirect leads.
    func begin(_ call: Call) async throws -> Response {
        let exchange = try signIn.exchange(try call.text("provider"))
        let isForm = call.request.headers[.contentType]?.hasPrefix(MediaType.form) ?? false
        let request =
            isForm
            ? try ProviderRequest(try await call.request.form())
            : try ProviderRequest(try await call.bodyOrEmpty())
        let browser = call.providerCookie ?? RandomToken.make()
        let visit = try await visit(request.purpose, to: request.destination, by: exchange, call)
        let address = try await signIn.begin(visit, by: exchange, browser: TokenHash(browser))
        var response = isForm ? Response.seeOther(address) : .json(.ok, ["location": address])
        response.setCookie(
            .ours(
                CookieName.provider(call.site), browser, maxAge: Int(IdentityLimits.visit), site: call.site))
        return response
    }

    /// Completes a visit to the provider. It fails without the cookie that was set at its start.
    func end(_ call: Call) async throws -> Response {
        let exchange = try signIn.exchange(try call.text("provider"))
        var place = "/sign-in"
        do {
            guard let answer = ProviderCallback(call.query), let browser = call.providerCookie else {
                throw IdentityProblems.noPendingVisit
            }
            let visit = try await signIn.end(answer.state, browser: TokenHash(browser), by: exchange)
            if visit.purpose != .signIn { place = visit.destination }
            let identity = try await signIn.identity(answer, by: exchange)
            return try await finishVisit(identity, by: exchange, for: visit, call)
        } catch let problem as Problem {
            return .seeOther(Self.appendParameter("problem", problem.code, to: place))
        }
    }

    /// Redirects Apple's `form_post` to the GET callback. A POST from another site has no cookies, but the redirect
    /// has.
    func passOn(_ call: Call) async throws -> Response {
        let exchange = try signIn.exchange(try call.text("provider"))
        let query = ProviderCallback.query(try await call.request.form())
        return .seeOther("/v1/auth/oidc/\(exchange.provider.id)/callback?\(query)")
    }

    /// Signs in a native program, whose provider library issued an ID token for a nonce of this service. The
    /// response to `link` is 204.
    func native(_ call: Call) async throws -> Response {
        let exchange = try signIn.exchange(try call.text("provider"))
        let proof = try NativeProof(try await call.bodyOrEmpty())
        guard let token = proof.token else {
            let visit = try await visit(proof.purpose, to: "/", by: exchange, call)
            return .json(.ok, NonceAnswer(nonce: try await signIn.beginNative(visit)))
        }
        let visit = try await signIn.end(token.nonce, browser: nil, by: exchange)
        let identity = try await signIn.identity(idToken: token.id, nonce: token.nonce, by: exchange)
        guard visit.purpose == .link else {
            let session = try await signIn.signIn(
                identity, by: exchange.provider, for: visit, at: SessionRequestInfo(call))
            return .signedIn(session, call, signIn.account.settings)
        }
        try await signIn.link(identity, by: exchange.provider, to: requireSamePerson(visit, call))
        return .empty()
    }
}

extension ProviderRoutes {
    private static let visit = Schema.object(
        .optional("purpose", .words(["sign_in", "sign_in_again", "link"])),
        .optional(
            "to", .pattern(#"^/([!-.0-\[\]-~][!-\[\]-~]*)?$"#, "/outings"),
            "The path of the page to open afterwards."))

    private static let returned: [Parameter] = [
        .query("state", .string("kYd3wJ0m8Qe2Xv5t"), "The value that the sign-in started with."),
        .query("code", .string("SplxlOBeZQQYbYS6WxSbIA"), "RFC 6749."),
        .query("error", .string("access_denied"), "RFC 6749."),
        .query("iss", .string("https://id.example"), "RFC 9207."),
        .query("user", .string("{}"), "Sent by Apple at the first consent."),
    ]
}

extension ProviderRoutes {
    private func visit(
        _ purpose: VisitPurpose, to destination: String, by exchange: ProviderExchange, _ call: Call
    ) async throws -> NewVisit {
        var person: PersonID?
        if purpose != .signIn { person = try call.oneself(.editSignInMethods).object }
        if purpose == .link {
            try await call.requireRecentSignIn(signIn.account.database, clock: signIn.account.clock)
        }
        return NewVisit(
            provider: exchange.provider.id, purpose: purpose, person: person, destination: destination)
    }

    /// The signed-in person is still the one who started to link.
    private func requireSamePerson(_ visit: VisitRow, _ call: Call) throws -> PersonID {
        guard case .person(let person, _) = call.actor, person == visit.person else {
            throw IdentityProblems.noPendingVisit
        }
        return person
    }

    private func finishVisit(
        _ identity: ProvenIdentity, by exchange: ProviderExchange, for visit: VisitRow, _ call: Call
    ) async throws -> Response {
        if visit.purpose == .link {
            try await signIn.link(identity, by: exchange.provider, to: requireSamePerson(visit, call))
            return .seeOther(Self.appendParameter("added", exchange.provider.id, to: visit.destination))
        }
        let session = try await signIn.signIn(
            identity, by: exchange.provider, for: visit, at: SessionRequestInfo(browser: call))
        let place =
            visit.purpose == .signIn
            ? "/sign-in?arrived=1&" + formEncoded([("to", visit.destination)]) : visit.destination
        var response = Response.seeOther(place)
        response.setSession(session, call.site, signIn.account.settings)
        return response
    }

    private static func appendParameter(_ name: String, _ value: String, to path: String) -> String {
        path + (path.contains("?") ? "&" : "?") + formEncoded([(name, value)])
    }
}

extension Call {
    /// The token that binds a visit to a provider to this browser; `nil` if it is missing or malformed.
    fileprivate var providerCookie: String? {
        guard let value = request.cookies[CookieName.provider(site)]?.value, value.utf8.count == 43 else {
            return nil
        }
        return value
    }
}

/// The nonce for a native program's request to the provider.
private struct NonceAnswer: JSONEncodable {
    let nonce: String

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("nonce", nonce)
            $0.field("expiresInSeconds", Int(IdentityLimits.visit))
        }
    }
}
