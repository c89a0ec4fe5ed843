import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import Jobs
import NoonishAPI
import OpenAPI
import Postgres

/// The requests of Facebook about people who delete their data or remove this app. Facebook's signature
/// authenticates them.
struct FacebookRoutes: RouteGroup {
    let database: PostgresClient
    let provider: IdentityProvider
    let site: Site
    /// Called with each person whose sessions were ended.
    let signedOut: @Sendable (PersonID) -> Void

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .deleteFromFacebook, .signIn, scope: .anyone, kind: .page,
            "Delete data from Facebook", "Called by Facebook, with its signature; only if it is configured.",
            body: signed,
            answers: [
                .ok(
                    .object(
                        .field("url", .url("http://localhost:8080/v1/auth/facebook/deletions/kYd3wJ0m")),
                        .field("confirmation_code", .string("kYd3wJ0m8Qe2Xv5t"))),
                    "Deleted; the response is the same for unknown people")
            ], problems: [notSigned, .notFound], handler: delete),
        RouteDefinition(
            .readFacebookDeletion, .signIn, scope: .anyone, "Read when data from Facebook was deleted",
            parameters: [.path("code", .string("kYd3wJ0m8Qe2Xv5t"), "The code of the deletion.")],
            answers: [
                .ok(.object(.field("state", .constant("deleted")), .field("at", .instant)), "Done")
            ], handler: show),
        RouteDefinition(
            .deauthoriseFromFacebook, .signIn, scope: .anyone, kind: .page,
            "Handle the removal of this app at Facebook",
            "Called by Facebook, with its signature; only if it is configured.", body: signed,
            answers: [Answer(200, "The person's sessions have ended")], problems: [notSigned, .notFound],
            handler: deauthorise),
    ]

    /// Deletes everything that came from Facebook, and ends the person's sessions. A person who then has no other
    /// sign-in method is erased at once, because no one could cancel the erasure.
    ///
    /// The response is `{url, confirmation_code}`, with the address that confirms the deletion; it is the same for
    /// unknown people.
    func delete(_ call: Call) async throws -> Response {
        let (subject, at) = try await person(call)
        let code = RandomToken.make()
        let person = try await database.transaction { transaction -> PersonID? in
            try await transaction.execute(.insertDeletion(TokenHash(code), provider: provider.id))
            let person = try await transaction.first(.deleteIdentity(provider.issuer, subject, upTo: at))
            if let person {
                try await transaction.execute(.endEverySession(of: person))
                let isLockedOut = try await transaction.execute(.scheduleErasureIfLockedOut(person)) == 1
                if isLockedOut {
                    try await transaction.execute(.enqueue(ErasePerson(person)))
                    try await transaction.execute(.expedite(ErasePerson.self, key: person.description))
                }
                try await transaction.audit(
                    call.line(isLockedOut ? .erasureRequested : .signInMethodRemoved, "person:\(person)"))
            }
            return person
        }
        if let person { signedOut(person) }
        return .json(
            .ok,
            ["url": site.url("/v1/auth/facebook/deletions/\(code)"), "confirmation_code": code])
    }

    func show(_ call: Call) async throws -> Response {
        let code = TokenHash(try call.text("code"))
        guard let at = try await database.first(.deletion(code)) else { throw Problem.notFound }
        return .json(.ok, DeletionAnswer(at: at))
    }

    /// Ends the sessions of a person who removed this app from their Facebook account, and deletes their friends
    /// there. They can sign in with the same identity again.
    func deauthorise(_ call: Call) async throws -> Response {
        let (subject, _) = try await person(call)
        let person = try await database.transaction { transaction -> PersonID? in
            let owner = try await transaction.first(.owner(ofIdentity: provider.issuer, subject))
            guard let owner else { return nil }
            try await transaction.execute(.setFriends([], of: owner.id))
            try await transaction.execute(.endEverySession(of: owner.person))
            return owner.person
        }
        if let person { signedOut(person) }
        return .empty(.ok)
    }

    private func person(_ call: Call) async throws -> (subject: String, at: Date) {
        var form = try await call.request.form()
        let text = form.required("signed_request", .text(1...10_000))
        let signed = try form.finish(text)
        guard case .text(let secret) = provider.secret,
            let person = FacebookSecret.person(inSignedRequest: signed, secret: secret)
        else { throw Problem.badRequest("signature_void", "That was not signed by Facebook for this app.") }
        return person
    }
}

extension FacebookRoutes {
    private static let signed = Body.form(
        .named("FacebookRequest", .object(.field("signed_request", .text(1...10_000, "c2ln.e30")))))
    private static let notSigned = RouteProblem.of(
        Problem.badRequest("signature_void", "That was not signed by Facebook for this app."))
}

@JSONObject
private struct DeletionAnswer: JSONEncodable {
    let state: String = "deleted"
    let at: Date
}

extension Query where Row == PersonID {
    /// Removes an identity and returns its owner. An identity that was added again since `at` stays, because the
    /// request may be old.
    fileprivate static func deleteIdentity(_ issuer: String, _ subject: String, upTo at: Date) -> Self {
        Query(
            "accounts.delete_facebook_identity", on: .write,
            """
            DELETE FROM identity
             WHERE issuer = \(issuer) AND subject = \(subject)
               AND created_at <= \(at) + \(IdentityLimits.clockSkew) * interval '1 s'
            RETURNING person_id
            """)
    }
}

extension Query where Row == Date {
    fileprivate static func deletion(_ code: TokenHash) -> Self {
        Query(
            "accounts.read_provider_deletion",
            "SELECT created_at FROM provider_deletion WHERE code_hash = \(code.bytes)")
    }
}

extension Command {
    fileprivate static func insertDeletion(_ code: TokenHash, provider: String) -> Self {
        Command(
            "accounts.insert_provider_deletion",
            "INSERT INTO provider_deletion (code_hash, provider) VALUES (\(code.bytes), \(provider))")
    }

    /// Schedules the erasure of a person who has no sign-in method left, including methods that this server does
    /// not offer at the moment.
    fileprivate static func scheduleErasureIfLockedOut(_ person: PersonID) -> Self {
        Command(
            "accounts.request_erasure_without_sign_in_method",
            """
            INSERT INTO erasure_request (person_id, requested_at, due_at)
            SELECT \(person), now(), now() + interval '1 s'
             WHERE NOT EXISTS (SELECT FROM person_email WHERE person_id = \(person))
               AND NOT EXISTS (SELECT FROM passkey WHERE person_id = \(person))
               AND NOT EXISTS (SELECT FROM identity WHERE person_id = \(person))
                ON CONFLICT (person_id) DO UPDATE SET due_at = excluded.due_at
            """)
    }

    fileprivate static func endEverySession(of person: PersonID) -> Self {
        Command("accounts.end_every_session", "DELETE FROM session WHERE person_id = \(person)")
    }
}
