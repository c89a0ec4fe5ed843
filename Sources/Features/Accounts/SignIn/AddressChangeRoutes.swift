import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// Changing the mail address of an account.
struct AddressChangeRoutes: RouteGroup {
    let edits: AddressChangeEdits

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .requestAddressChange, .editSignInMethods, scope: .member, "Request a code for a new address",
            "Requires a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.addressInput),
            answers: [.accepted(.signInPromise, "A code is sent to the new address")],
            problems: [
                .faults("not_an_email_address"), .signInAgain, .of(SignInProblems.tooManyMails),
                .of(SignInProblems.mailNotConfigured),
            ], isIdempotent: false, handler: request),
        RouteDefinition(
            .changeAddress, .editSignInMethods, scope: .member, "Change the caller's address",
            "The previous addresses are notified. Requires a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.object(.field("email", .address), .field("code", .text(0...40, "12345678")))),
            answers: [.ok(.me, "The caller with the new address")],
            problems: [
                .faults("not_an_email_address"), .signInAgain, .of(SignInProblems.wrongCode),
                .of(SignInProblems.addressTaken),
            ], isIdempotent: false, handler: verify),
    ]

    func request(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let wanted = try await SignInRequest(call.body())
        try await call.requireRecentSignIn(edits.account.database, clock: edits.account.clock)
        try await edits.request(wanted.address, for: me, in: call.language())
        return .json(.accepted, SignInPromise(expiresIn: edits.account.settings.codeLife))
    }

    func verify(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let proof = try await AddressProof(call.body())
        try await call.requireRecentSignIn(edits.account.database, clock: edits.account.clock)
        try await edits.verify(proof.code, of: proof.address, for: me)
        return .json(.ok, try await edits.account.database.one(.me(me)))
    }
}
