package import Access
package import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import NoonishAPI

/// `/v1/auth/email`: signing in with a code or link that is mailed.
package struct SignInRoutes: Sendable {
    let edits: SignInEdits
    let providers: [IdentityProvider]
    let mails: RateLimiter

    /// - Parameters:
    ///   - providers: In the order in which they are offered.
    ///   - mails: How many sign-in mails one network may ask for; of one process, in memory.
    package init(
        _ edits: SignInEdits, providers: [IdentityProvider] = [],
        mails: RateLimiter = .init(AccountLimits.signInMailsPerNetwork)
    ) {
        self.edits = edits
        self.providers = providers
        self.mails = mails
    }

    package var routes: [Route] {
        [
            Route(.post, "/v1/auth/email", .signIn, scope: .anyone, request),
            Route(.post, "/v1/auth/email/verify", .signIn, scope: .anyone, verify),
            Route(.get, "/v1/auth/providers", .signIn, scope: .anyone, ways),
        ]
    }

    /// `POST /v1/auth/email {email}`
    ///
    /// 202, whether or not anybody has this address. A browser gets a cookie that binds the mailed link to it; one that
    /// has such a cookie keeps it, so that links mailed earlier work too.
    @Sendable func request(_ call: Call) async throws -> Response {
        let wanted = try await SignInRequest(call.body())
        // A whole house behind a proxy on this machine would be one caller.
        if !PeerAddress.isLoopback(call.context.peer) {
            try mails.take(PeerAddress.limitKey(call.context.peer), at: .now).require()
        }
        let browser = call.isFromBrowser ? call.signInCookie ?? RandomToken.make() : nil
        try await edits.request(wanted.address, browser: browser.map(TokenHash.init), in: call.language())
        var response = Response.json(.accepted, SignInPromise(expiresIn: edits.settings.codeLife))
        if let browser {
            response.setCookie(
                .ours(
                    CookieName.signIn(call.site), browser, maxAge: AccountLimits.signInCookieLife,
                    site: call.site))
        }
        return response
    }

    /// `POST /v1/auth/email/verify {email, code}` or `{token}`
    ///
    /// 200 with a session: for a browser as a cookie, for a program in the body.
    @Sendable func verify(_ call: Call) async throws -> Response {
        let proof = try await SignInProof(call.body())
        let session = try await edits.verify(
            proof, browser: call.signInCookie.map(TokenHash.init), at: SessionRequestInfo(call))
        var response = Response.signedIn(session, call, edits.settings)
        if call.isFromBrowser {
            response.setCookie(.ours(CookieName.signIn(call.site), "", maxAge: 0, site: call.site))
        }
        return response
    }

    /// `GET /v1/auth/providers`
    ///
    /// `items` are identity providers: `{id, name}`; one begins at `POST /v1/auth/oidc/{id}`.
    @Sendable func ways(_ call: Call) async throws -> Response {
        .json(
            .ok,
            SignInOptions(
                email: edits.outbox.delivery != .none, passkeys: PasskeySite(call.site) != nil,
                providers: providers),
            etag: .content)
    }
}

extension Call {
    /// The token that binds sign-in mails to this browser, if it looks like one of ours.
    fileprivate var signInCookie: String? {
        guard let value = request.cookies[CookieName.signIn(site)]?.value, value.utf8.count == 43 else {
            return nil
        }
        return value
    }
}

/// What somebody who asked for a mail is told, whatever became of it.
struct SignInPromise: JSONEncodable {
    let expiresIn: Duration

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("expiresInSeconds", Int(expiresIn.components.seconds)) }
    }
}

/// The ways to sign in that this server has.
private struct SignInOptions: JSONEncodable {
    let email: Bool
    let passkeys: Bool
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
