import Access
import HTTPKit
import HTTPTypes
import JSON
import OpenAPI

extension Schema {
    static let passkey = Schema.named(
        "Passkey",
        .object(
            .field("id", .id), .field("name", .string("Leila's phone")),
            .field("isBackedUp", .boolean, "Whether it is backed up, as of its last use."),
            .field("createdAt", .instant),
            .field("usedAt", .instant.orNull, "The time of its last sign-in; null if there was none.")))

    static let credential = Schema.anything(
        ["id": "AQID", "type": "public-key", "rawId": "AQID", "response": [:]]
    ).saying("`PublicKeyCredential.toJSON()` of the browser's answer.")

    private static let known = Schema.array(
        of: .named(
            "KnownCredential",
            .object(
                .field("type", .constant("public-key")), .field("id", .string("AQID")),
                .field("transports", .array(of: .string("internal"))))))
    private static let challenge = SchemaField.field(
        "challenge", .string("kYd3wJ0m8Qe2Xv5tLr9bNc7hPz1aSf4gUi6oWq0yEjM"),
        "In base64url; valid once and for a limited time.")
    private static let timeout = SchemaField.field(
        "timeout", .integer(1...Int.max, 300_000), "Milliseconds.")

    static let passkeyRequest = Schema.object(
        challenge, .field("rpId", .string("lunch.example.org")), timeout,
        .field("userVerification", .constant("required")), .field("allowCredentials", known))

    static let passkeyCreation = Schema.object(
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
