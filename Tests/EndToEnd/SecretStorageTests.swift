import Foundation
import HTTPTypes
import JSON
import Postgres
import TestSupport
import Testing

/// What the database holds of secrets that the program handed out: hashes and encrypted values (docs/security.md).
@Suite struct SecretStorageTests {
    @Test(.timeLimit(.minutes(10)))
    func `no secret of a response or a mail is in the database in the clear`() async throws {
        try await withProgram { program, database async throws in
            let secrets = try await use(program, database)
            let dump = try await rows(of: database)

            #expect(secrets.count >= 7, "\(secrets.keys.sorted())")
            for (name, secret) in secrets {
                for form in forms(of: secret) {
                    #expect(!dump.contains(form), "\(name) is in the database")
                }
            }
            // The search would find what is there.
            #expect(dump.contains("Lunch with secrets") && dump.contains("ada@example.org"))
        }
    }

    /// Requests what carries a secret, with a key under which the response is stored wherever keys are accepted.
    ///
    /// - Returns: The secrets by name.
    private func use(_ program: Program, _ database: PostgresClient) async throws -> [String: String] {
        let story = Story(program)
        let leila = try await story.signIn("leila@example.org")
        var secrets = ["session": leila.token]
        func post(_ path: String, _ body: String = "{}", by visitor: Visitor) async throws -> Answer {
            let answer = try await visitor.post(
                path, body, headers: [.idempotencyKey: UUID().uuidString])
            try #require(answer.status.code < 300, "\(path): \(answer)")
            return answer
        }
        let outing = try await post(
            "/v1/outings", #"{"title":"Lunch with secrets","invite":{"emails":["ada@example.org"]}}"#,
            by: leila)
        let path = "/v1/outings/\(try #require(outing["id"].text))"
        let share = try await lastPart(post(path + "/links", by: leila)["url"].text)
        secrets["share link"] = share
        secrets["calendar"] = try await lastPart(post("/v1/calendar/rotate", by: leila)["url"].text)
            .replacing(".ics", with: "")
        // The program sends the challenge of a new webhook to public addresses alone: see WebhookCarrierTests.
        let webhook = UUID()
        try await database.run(
            script: """
                INSERT INTO webhook (person_id, id, url, secret)
                SELECT person_id, '\(webhook)', 'https://example.org/hook', ''
                  FROM person_email WHERE address = 'leila@example.org'
                """)
        secrets["webhook"] = try await post("/v1/subscriptions/\(webhook)/secret", by: leila)["secret"].text
        let joined = try await program.site.program().put(
            "/v1/invitations/\(share)/attendance", #"{"status":"attending","name":"Ben"}"#)
        try #require(joined.status.code < 300, "\(joined)")
        for token in tokens(in: joined.text) where token != share {
            secrets["personal link \(secrets.count)"] = token
        }
        secrets["Ada's link"] = try await lastPart(story.link(to: "ada@example.org", containing: "/i/"))
        // Left unused, so that its mail is the newest.
        _ = try await program.site.program().post("/v1/auth/email", #"{"email":"tom@example.org"}"#)
        let mail = try await program.site.program().get("/dev/outbox?to=tom@example.org")["items"][0]
        for token in tokens(in: mail["text"].text ?? "") { secrets["sign-in link"] = token }
        return secrets
    }

    private func lastPart(_ url: String?) throws -> String {
        String(try #require(url?.split(separator: "/").last))
    }

    /// Returns what looks like a token of 256 bits.
    private func tokens(in text: String) -> [String] {
        text.matches(of: /[A-Za-z0-9_\-]{43}/).map { String($0.output) }
    }

    /// Returns the notations in which a text column or a bytea column would show a secret.
    private func forms(of secret: String) -> [String] {
        let hexadecimal = { (bytes: [UInt8]) in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let padded = secret.replacing("whsec_", with: "").replacing("-", with: "+").replacing("_", with: "/")
        let decoded = Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
        return [secret, hexadecimal(Array(secret.utf8))] + (decoded.map { [hexadecimal(Array($0))] } ?? [])
    }

    /// Returns all rows of all tables as text.
    private func rows(of database: PostgresClient) async throws -> String {
        let tables = try await database.run(
            script: "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
        ).compactMap { $0.first ?? nil }
        var text = ""
        for table in tables {
            let rows = try await database.run(script: "SELECT t::text FROM public.\(table) AS t")
            text += rows.compactMap { $0.first ?? nil }.joined(separator: "\n") + "\n"
        }
        return text
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
}
