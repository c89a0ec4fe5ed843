import Access
import Accounts
import HTTPTypes
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@Suite struct AuditTests {
    @Test
    func `sign-ins, wrong codes, sign-outs and refusals are in the audit log, without names or secrets`()
        async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            _ = try await world.anonymous.verify(code: "00000000", of: "ada@example.org")
            _ = try await ada.get("/v1/people/\(PersonID.make())")
            _ = try await ada.delete("/v1/sessions/current")
            let book = AuditLog(world.database)

            let lines = try await book.newest(100)

            #expect(
                lines.reversed().map(\.line.action) == [
                    "session.begun", "session.refused", "access.refused", "session.ended",
                ])
            #expect(lines[1].line.object == "GET:/v1/people/{id}")
            #expect(lines.map(\.line.outcome) == ["done", "denied", "denied", "done"])
            #expect(lines.allSatisfy { $0.line.network == "machine" })
            let text = lines.map { "\($0)" }.joined()
            #expect(!text.contains("ada") && !text.contains(ada.token))
            #expect(try await book.fault() == nil)
        }
    }

    @Test func `every change of an account's sign-in methods is in the audit log`() async throws {
        try await withPeople { world in
            let ada = try await world.signedInBrowser("ada@example.org")
            let options = try await ada.post("/v1/me/passkeys/options")
            let passkey = try await ada.post("/v1/me/passkeys", SoftAuthenticator().register(options))
            let id = try #require(passkey["id"].text)
            _ = try await ada.delete("/v1/me/passkeys/\(id)")
            _ = try await ada.post("/v1/me/email", #"{"email":"ada@new.example.org"}"#)
            let code = try await world.newestMail(to: "ada@new.example.org")["code"].text ?? ""
            _ = try await ada.post(
                "/v1/me/email/verify", #"{"email":"ada@new.example.org","code":"\#(code)"}"#)
            _ = try await world.signIn.makeOperatorLink(for: "ada@new.example.org")
            let person = try #require(try await ada.get("/v1/me")["id"].text)

            let lines = try await AuditLog(world.database).newest(4)

            #expect(
                lines.reversed().map(\.line.action) == [
                    "way_in.added", "way_in.removed", "address.changed", "operator.sign_in_link",
                ])
            #expect(
                lines.reversed().dropLast().map(\.line.object) == [
                    "passkey:\(id)", "passkey:\(id)", "person:\(person)",
                ])
            #expect(lines.dropFirst().allSatisfy { $0.actor?.description == person })
            #expect(lines.allSatisfy { !"\($0)".contains("@") && !"\($0)".contains(code) })
        }
    }

    @Test(arguments: [
        ("a line was changed", "UPDATE audit SET outcome = 'denied' WHERE seq = 2", 2),
        ("a line was left out", "DELETE FROM audit WHERE seq = 2", 3),
        (
            "a line and its hash were changed",
            "UPDATE audit SET object = 'x', hash = sha256('x') WHERE seq = 2", 2
        ),
        ("the first line was left out", "DELETE FROM audit WHERE seq = 1", 2),
        ("the clock was turned", "UPDATE audit SET at = at - interval '1 min' WHERE seq = 3", 3),
    ])
    func `a rewritten audit log is detected`(what: String, script: String, seq: Int) async throws {
        try await withDatabase { database in
            for _ in 0..<4 { try await database.audit(AuditLine(.sessionStarted, "session:a")) }
            let book = AuditLog(database)
            try #require(try await book.fault() == nil)

            try await database.run(
                script: "ALTER TABLE audit DISABLE TRIGGER ALL; \(script)", named: "test.tamper")

            #expect(try await book.fault()?.seq == seq, "\(what)")
        }
    }

    @Test(arguments: ["noonish_app", "noonish_worker"])
    func `the server's role can only append to the audit log`(role: String) async throws {
        try await withDatabase(role: role) { database in
            try await database.audit(AuditLine(.sessionStarted))

            for script in [
                "UPDATE audit SET outcome = 'denied'", "DELETE FROM audit", "TRUNCATE audit",
                "SELECT * FROM audit",
                "INSERT INTO audit (day, seq, at, action, outcome, prev_hash, hash) VALUES (now(), 9, now(), 'a', 'done', '', '')",
            ] {
                await #expect(throws: PostgresError.self, "\(script)") {
                    try await database.run(script: script, named: "test.rewrite")
                }
            }
        }
    }

    @Test func `the lines of concurrent transactions form chains, without those of failed ones`()
        async throws
    {
        try await withDatabase { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try? await database.transaction { transaction in
                            try await transaction.audit(AuditLine(.sessionStarted, "session:\(number)"))
                            if number % 4 == 0 { throw Undone() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let book = AuditLog(database)

            #expect(try await book.newest(100).count == 30)
            #expect(try await book.heads().map(\.seq).reduce(0, +) == 30)
            #expect(try await book.fault() == nil)
        }
    }

    @Test func `a line does not wait for another transaction's`() async throws {
        try await withDatabase {
            $0.lockTimeout = .milliseconds(500)
        } _: { database async throws in
            try await database.transaction { transaction in
                try await transaction.audit(AuditLine(.sessionStarted, "session:a"))
                try await transaction.audit(AuditLine(.sessionStarted, "session:b"))
                for _ in 1...3 { try await database.audit(AuditLine(.sessionStarted, "session:c")) }
            }
            let book = AuditLog(database)

            #expect(try await book.heads().map(\.chain) == [0, 1])
            #expect(try await book.heads().map(\.seq) == [2, 3])
            #expect(try await book.fault() == nil)
        }
    }

    private struct Undone: Error {}
}
