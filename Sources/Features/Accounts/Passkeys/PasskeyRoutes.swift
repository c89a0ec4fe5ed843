import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// Signing in with passkeys, and managing them.
struct PasskeyRoutes: RouteGroup {
    let edits: PasskeyEdits
    let challenges = RateLimiter(PasskeyLimits.challengesPerNetwork)

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .beginPasskeySignIn, .signIn, scope: .anyone, "Start a sign-in with a passkey",
            "The response is the argument of `navigator.credentials.get` (WebAuthn Level 3, 5.5). For a signed-in caller, it accepts the caller's own passkeys only. `Idempotency-Key` is ignored.",
            body: .json(.object(), isRequired: false), answers: [.ok(.passkeyRequest, "The options")],
            problems: [.of(PasskeyProblems.unavailable)], isIdempotent: false, handler: requestOptions),
        RouteDefinition(
            .signInByPasskey, .signIn, scope: .anyone, "Sign in with a passkey",
            "`Idempotency-Key` is ignored.", body: .json(.object(.field("credential", .credential))),
            answers: [.ok(.session, "Signed in")],
            problems: [.of(PasskeyProblems.rejected), .of(PasskeyProblems.unavailable)], isIdempotent: false,
            handler: verify),
        RouteDefinition(
            .listPasskeys, .readSignInMethods, scope: .member, "List the caller's passkeys",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .passkey), "All of them, on one page", isTagged: true)], handler: list),
        RouteDefinition(
            .beginPasskey, .editSignInMethods, scope: .member, "Start the creation of a passkey",
            "The response is the argument of `navigator.credentials.create` (WebAuthn Level 3, 5.4). Requires a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.object(), isRequired: false), answers: [.ok(.passkeyCreation, "The options")],
            problems: [.signInAgain, .of(PasskeyProblems.unavailable)], isIdempotent: false,
            handler: creationOptions),
        RouteDefinition(
            .addPasskey, .editSignInMethods, scope: .member, "Add a passkey",
            "Requires a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(
                .object(
                    .field("credential", .credential),
                    .optional("name", .text(PasskeyLimits.name, "Leila's phone").orNull))),
            answers: [.json(201, .passkey, "The passkey", [])],
            problems: [
                .signInAgain, .of(PasskeyProblems.rejected), .of(PasskeyProblems.known),
                .of(PasskeyProblems.tooMany), .of(PasskeyProblems.unavailable),
            ], isIdempotent: false, handler: add),
        RouteDefinition(
            .renamePasskey, .editSignInMethods, scope: .member, "Rename a passkey",
            body: .mergePatch(.object(.field("name", .text(PasskeyLimits.name, "Leila's phone")))),
            answers: [.ok(.passkey, "The renamed passkey")], handler: rename),
        RouteDefinition(
            .removePasskey, .editSignInMethods, scope: .member, "Remove a passkey",
            "The last sign-in method cannot be removed. Requires a recent sign-in.",
            answers: [.done("Removed")],
            problems: [.signInAgain, .of(IdentityProblems.lastSignInMethod)], handler: remove),
    ]

    /// Starts a sign-in. For an anonymous caller the options accept any passkey of the site, so that they do not
    /// reveal who has one.
    func requestOptions(_ call: Call) async throws -> Response {
        var body = try await call.bodyOrEmpty()
        try body.finish()
        let site = try edits.passkeySite()
        if !PeerAddress.isLoopback(call.context.peer) {
            try challenges.take(PeerAddress.limitKey(call.context.peer), at: .now).require()
        }
        var own: [KnownCredential] = []
        if case .person(let person, _) = call.actor {
            own = try await edits.account.database.all(.credentials(of: person))
        }
        let challenge = try await edits.challenge(for: nil)
        return .json(.ok, PasskeyRequest(challenge: challenge, host: site.host, allowed: own))
    }

    /// Signs in with the browser's answer. A browser gets the session as a cookie, a program in the body.
    func verify(_ call: Call) async throws -> Response {
        var body = try await call.body()
        let credential = body.required("credential", .anything)
        let answer = try PasskeyAnswer(body: try body.finish(credential))
        let session = try await edits.signIn(answer, at: SessionRequestInfo(call))
        return .signedIn(session, call, edits.account.settings)
    }

    /// Lists the passkeys on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readSignInMethods)
        try call.query.finishWholeList()
        return .json(.ok, WholeList(try await edits.account.database.all(.passkeys(of: me))), etag: .content)
    }

    func creationOptions(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        var body = try await call.bodyOrEmpty()
        try body.finish()
        let site = try edits.passkeySite()
        try await call.requireRecentSignIn(edits.account.database, clock: edits.account.clock)
        let known = try await edits.account.database.all(.credentials(of: me.object))
        let person = try await edits.account.database.one(.me(me))
        let challenge = try await edits.challenge(for: me.object)
        return .json(
            .ok, PasskeyCreation(challenge: challenge, host: site.host, person: person, excluded: known))
    }

    /// Adds a passkey. Without a name it is named after the device.
    func add(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        var body = try await call.body()
        let credential = body.required("credential", .anything)
        let name = body.optional("name", .text(PasskeyLimits.name))
        let answer = try PasskeyAnswer(body: try body.finish(credential))
        try await call.requireRecentSignIn(edits.account.database, clock: edits.account.clock)
        let device = SessionClient.words(call.request.headers)
        let passkey = try await edits.register(
            answer, name: name ?? (device.isEmpty ? "Passkey" : device), of: me)
        return .json(.created, passkey)
    }

    func rename(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let id = try call.id("id", PasskeyID.self)
        var body = try await call.body()
        let name = body.required("name", .text(PasskeyLimits.name))
        let wanted = try body.finish(name)
        guard let passkey = try await edits.account.database.first(.renamePasskey(id, to: wanted, of: me))
        else {
            throw Problem.notFound
        }
        return .json(.ok, passkey)
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editSignInMethods)
        let id = try call.id("id", PasskeyID.self)
        try await call.requireRecentSignIn(edits.account.database, clock: edits.account.clock)
        try await edits.remove(id, of: me)
        return .empty()
    }
}

extension PasskeyAnswer {
    /// Creates an answer from a request.
    ///
    /// - Throws: 422 `passkey_void` for a value that no browser sends.
    fileprivate init(body value: JSONValue) throws(Problem) {
        do throws(PasskeyFault) {
            try self.init(value)
        } catch {
            throw PasskeyProblems.rejected
        }
    }
}

extension ValueParser where Value == JSONValue {
    /// Any JSON value.
    fileprivate static var anything: ValueParser<JSONValue> {
        ValueParser(.any) { (value: JSONValue) throws(Refusal) in value }
    }
}
