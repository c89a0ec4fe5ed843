import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI

/// Signing in with a mailed code or link.
struct SignInRoutes: RouteGroup {
    let edits: SignInEdits
    /// The providers, in display order.
    let providers: [IdentityProvider]
    /// Limits the sign-in mails that one network may request from this process.
    let mails = RateLimiter(AccountLimits.signInMailsPerNetwork)

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .requestSignInMail, .signIn, scope: .anyone, "Request a sign-in mail",
            "The response is the same for every address. A browser gets a cookie that binds the mailed link to it. 429 reaches only a browser that has requested all mails of the last hour itself. `Idempotency-Key` is ignored.",
            body: .json(.addressInput),
            answers: [
                .accepted(.signInPromise, "A mail is sent if the address may receive one")
            ],
            problems: [
                .faults("not_an_email_address"), .of(SignInProblems.mailNotConfigured),
                .of(SignInProblems.tooManyMails),
            ],
            isIdempotent: false, handler: request),
        RouteDefinition(
            .signInByMail, .signIn, scope: .anyone, "Sign in with the mailed code or link",
            "Send `{email, code}`, or the `{token}` of the mailed link. `Idempotency-Key` is ignored.",
            body: .json(
                .any(
                    of: .object(.field("email", .address), .field("code", .text(0...40, "12345678"))),
                    .object(.field("token", .text(1...200, "kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"))))),
            answers: [.ok(.session, "Signed in")],
            problems: [
                .faults("not_an_email_address"), .of(SignInProblems.wrongCode),
                .of(SignInProblems.invalidLink),
                .of(SignInProblems.wrongBrowser),
            ], isIdempotent: false, handler: verify),
        RouteDefinition(
            .listSignInMethods, .signIn, scope: .anyone, "List sign-in methods",
            answers: [
                .ok(
                    .object(
                        .field("email", .boolean, "Whether mail can be sent."),
                        .field("passkeys", .boolean, "Whether this site supports them."),
                        .field(
                            "items",
                            .array(
                                of: .object(
                                    .field("id", .string("google")), .field("name", .string("Google")))),
                            "Identity providers.")),
                    "The sign-in methods")
            ], handler: ways),
    ]

    /// Mails a code and a link, if the address may receive them.
    ///
    /// A browser gets a cookie that binds the mailed link to it. A browser that has such a cookie keeps it, so that
    /// links mailed earlier work too.
    func request(_ call: Call) async throws -> Response {
        let wanted = try await SignInRequest(call.body())
        // All clients behind a proxy on this machine would share one limit.
        if !PeerAddress.isLoopback(call.context.peer) {
            try mails.take(PeerAddress.limitKey(call.context.peer), at: .now).require()
        }
        let browser = call.isFromBrowser ? call.signInCookie ?? RandomToken.make() : nil
        try await edits.request(wanted.address, browser: browser.map(TokenHash.init), in: call.language())
        var response = Response.json(.accepted, SignInPromise(expiresIn: edits.account.settings.codeLife))
        if let browser {
            response.setCookie(
                .ours(
                    CookieName.signIn(call.site), browser, maxAge: AccountLimits.signInCookieLife,
                    site: call.site))
        }
        return response
    }

    /// Signs in. A browser gets the session as a cookie, a program in the body.
    func verify(_ call: Call) async throws -> Response {
        let proof = try await SignInProof(call.body())
        let session = try await edits.verify(
            proof, browser: call.signInCookie.map(TokenHash.init), at: SessionRequestInfo(call))
        var response = Response.signedIn(session, call, edits.account.settings)
        if call.isFromBrowser {
            response.setCookie(.ours(CookieName.signIn(call.site), "", maxAge: 0, site: call.site))
        }
        return response
    }

    func ways(_ call: Call) async throws -> Response {
        .json(
            .ok,
            SignInOptions(
                email: edits.account.outbox.delivery != .none, passkeys: PasskeySite(call.site) != nil,
                providers: providers),
            etag: .content)
    }
}

extension Call {
    /// The token that binds sign-in mails to this browser; `nil` if it is missing or malformed.
    fileprivate var signInCookie: String? {
        guard let value = request.cookies[CookieName.signIn(site)]?.value, value.utf8.count == 43 else {
            return nil
        }
        return value
    }
}

/// The response to a request for a mail, whether or not one is sent.
struct SignInPromise: JSONEncodable {
    let expiresIn: Duration

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("expiresInSeconds", Int(expiresIn.components.seconds)) }
    }
}

/// The sign-in methods of the service.
private struct SignInOptions: JSONEncodable {
    let email: Bool
    let passkeys: Bool
    /// The providers, in display order.
    let providers: [IdentityProvider]

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("email", email)
            $0.field("passkeys", passkeys)
            $0.field("items", providers.map(ProviderButton.init))
        }
    }
}

private struct ProviderButton: JSONEncodable {
    let provider: IdentityProvider

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", provider.id)
            $0.field("name", provider.label)
        }
    }
}
