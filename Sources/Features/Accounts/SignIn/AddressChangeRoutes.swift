internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
internal import Postgres

/// `/v1/me/email`: another address for one's account.
struct AddressChangeRoutes: Sendable {
    let edits: AddressChangeEdits

    var routes: [Route] {
        [
            Route(.post, "/v1/me/email", .editSignInMethods, scope: .member, request),
            Route(.post, "/v1/me/email/verify", .editSignInMethods, scope: .member, verify),
        ]
    }

    /// `POST /v1/me/email {email}`
    ///
    /// 202: a code is on its way there. Needs a recent sign-in.
    @Sendable func request(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let wanted = try await SignInRequest(call.body())
        try await call.requireRecentSignIn(edits.database, clock: edits.clock)
        try await edits.request(wanted.address, for: me, in: call.language())
        return .json(.accepted, SignInPromise(expiresIn: edits.settings.codeLife))
    }

    /// `POST /v1/me/email/verify {email, code}`
    ///
    /// 200 with oneself, the new address in place of those before, which are told. Needs a recent sign-in.
    @Sendable func verify(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let proof = try await AddressProof(call.body())
        try await call.requireRecentSignIn(edits.database, clock: edits.clock)
        try await edits.verify(proof.code, of: proof.address, for: me)
        return .json(.ok, try await edits.database.one(.me(me)))
    }
}
