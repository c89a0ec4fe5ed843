internal import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import OpenAPI

extension PasskeyRoutes {
    static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/auth/passkeys/options", id: "beginPasskeySignIn", .anyone,
            "Begin to sign in by a passkey",
            "What `navigator.credentials.get` takes (WebAuthn Level 3, 5.5). Whoever is signed in is asked for one of their own. `Idempotency-Key` is ignored.",
            body: .json(.object(), isRequired: false), answers: [.ok(.passkeyRequest, "The options")],
            problems: [.of(PasskeyProblems.unavailable)], isIdempotent: false),
        RouteDescription(
            .post, "/v1/auth/passkeys/verify", id: "signInByPasskey", .anyone, "Sign in by a passkey",
            "`Idempotency-Key` is ignored.",
            body: .json(.object(.field("credential", .credential))), answers: [.ok(.session, "Signed in")],
            problems: [.of(PasskeyProblems.rejected), .of(PasskeyProblems.unavailable)], isIdempotent: false),
        RouteDescription(
            .get, "/v1/me/passkeys", id: "listPasskeys", .member, "My passkeys",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .passkey), "All of them, on one page", isTagged: true)]),
        RouteDescription(
            .post, "/v1/me/passkeys/options", id: "beginPasskey", .member, "Begin to make a passkey",
            "What `navigator.credentials.create` takes (WebAuthn Level 3, 5.4). Needs a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(.object(), isRequired: false), answers: [.ok(.passkeyCreation, "The options")],
            problems: [.signInAgain, .of(PasskeyProblems.unavailable)], isIdempotent: false),
        RouteDescription(
            .post, "/v1/me/passkeys", id: "addPasskey", .member, "Keep a passkey",
            "Needs a recent sign-in. `Idempotency-Key` is ignored.",
            body: .json(
                .object(
                    .field("credential", .credential),
                    .optional("name", .text(PasskeyLimits.name, "Leila's phone").orNull))),
            answers: [.json(201, .passkey, "The passkey", [])],
            problems: [
                .signInAgain, .of(PasskeyProblems.rejected), .of(PasskeyProblems.known),
                .of(PasskeyProblems.tooMany), .of(PasskeyProblems.unavailable),
            ], isIdempotent: false),
        RouteDescription(
            .patch, "/v1/me/passkeys/{id}", id: "renamePasskey", .member, "Rename a passkey",
            body: .mergePatch(.object(.field("name", .text(PasskeyLimits.name, "Leila's phone")))),
            answers: [.ok(.passkey, "As it is now")]),
        RouteDescription(
            .delete, "/v1/me/passkeys/{id}", id: "removePasskey", .member, "Sign in by it no more",
            "Never the last way in. Needs a recent sign-in.", answers: [.done("Removed")],
            problems: [.signInAgain, .of(IdentityProblems.lastSignInMethod)]),
    ]
}

extension Schema {
    fileprivate static let passkey = Schema.named(
        "Passkey",
        .object(
            .field("id", .id), .field("name", .string("Leila's phone")),
            .field("isBackedUp", .boolean, "Whether its owner could get it back, as of its last use."),
            .field("createdAt", .instant),
            .field("usedAt", .instant.orNull, "When it last signed somebody in; null: never.")))

    fileprivate static let credential = Schema.anything(
        ["id": "AQID", "type": "public-key", "rawId": "AQID", "response": [:]]
    ).saying("`PublicKeyCredential.toJSON()` of what the browser gave.")

    private static let known = Schema.array(
        of: .named(
            "KnownCredential",
            .object(
                .field("type", .constant("public-key")), .field("id", .string("AQID")),
                .field("transports", .array(of: .string("internal"))))))
    private static let challenge = SchemaField.field(
        "challenge", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"), "Base64url; once, for a while.")
    private static let timeout = SchemaField.field(
        "timeout", .integer(1...Int.max, 300_000), "Milliseconds.")

    fileprivate static let passkeyRequest = Schema.object(
        challenge, .field("rpId", .string("lunch.example.org")), timeout,
        .field("userVerification", .constant("required")), .field("allowCredentials", known))

    fileprivate static let passkeyCreation = Schema.object(
        challenge,
        .field("rp", .object(.field("id", .string("lunch.example.org")), .field("name", .string("Noonish")))),
        .field(
            "user",
            .object(
                .field("id", .string("AQID")), .field("name", .string("leila@example.org")),
                .field("displayName", .string("Leila")))),
        .field(
            "pubKeyCredParams",
            .array(
                of: .object(.field("type", .constant("public-key")), .field("alg", .integer(-65_535...0, -7)))
            )),
        timeout, .field("attestation", .constant("none")),
        .field(
            "authenticatorSelection",
            .object(
                .field("residentKey", .constant("required")), .field("requireResidentKey", .constant(true)),
                .field("userVerification", .constant("required")))),
        .field("excludeCredentials", known))
}
