import Access
import Delivery
import Foundation
import Localization
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Accounts
@testable import Privacy

/// The workers do what the privacy page promises.
@Suite struct RetentionTests {
    /// A row of each kind that is removed by its age, `age` seconds old.
    private static func row(_ what: String, of person: PersonID, age: Double) -> Command? {
        let at = Date().addingTimeInterval(-age)
        let hash = [UInt8](repeating: 1, count: 32)
        return switch what {
        case "signIns":
            Command(
                "test.row",
                """
                INSERT INTO sign_in (id, address, code_hash, link_hash, created_at, expires_at)
                VALUES (\(UUID.v7()), 'a@example.org', \(hash), \(TokenHash(RandomToken.make()).bytes), \(at), \(at))
                """)
        case "addressChanges":
            Command(
                "test.row",
                """
                INSERT INTO email_change (id, person_id, address, code_hash, created_at, expires_at)
                VALUES (\(UUID.v7()), \(person), 'a@example.org', \(hash), \(at), \(at))
                """)
        case "sessionsUnused":
            Command(
                "test.row",
                """
                INSERT INTO session (id, person_id, token_hash, seen_at, ends_at)
                VALUES (\(UUID.v7()), \(person), \(TokenHash(RandomToken.make()).bytes), \(at), now() + interval '1 day')
                """)
        case "sessions":
            Command(
                "test.row",
                """
                INSERT INTO session (id, person_id, token_hash, created_at, ends_at)
                VALUES (\(UUID.v7()), \(person), \(TokenHash(RandomToken.make()).bytes), \(at),
                        \(at) + \(AccountSettings().sessionLife))
                """)
        case "keptMail":
            Command(
                "test.row",
                """
                INSERT INTO mail_outbox (id, message_id, to_address, subject, body, at)
                VALUES (\(UUID.v7()), \(RandomToken.make()), 'a@example.org', '', '', \(at))
                """)
        case "friendMail":
            Command(
                "test.row",
                "INSERT INTO friend_request_mail (from_id, to_address, at) VALUES (\(person), \(RandomToken.make().lowercased()), \(at))"
            )
        case "exports":
            Command(
                "test.row",
                """
                INSERT INTO data_export (id, person_id, requested_at, ready_at, expires_at, archive)
                VALUES (\(UUID.v7()), \(person), \(at), \(at), \(at) + \(ExportLimits.life) * interval '1 s', 'x')
                """)
        case "reports":
            Command(
                "test.row",
                """
                INSERT INTO abuse_report (id, about_id, reason, at, closed_at, outcome)
                VALUES (\(UUID.v7()), \(person), 'other', \(at), \(at), 'done')
                """)
        case "storedAnswers":
            Command(
                "test.row",
                """
                INSERT INTO idempotent_request (scope, key, request_hash, status, response, at)
                VALUES (\(hash), \(RandomToken.make()), \(hash), 200, '', \(at))
                """)
        case "mailCounts":
            Command(
                "test.row",
                "INSERT INTO invitation_mail (invited_by, id, mails, at) VALUES (\(person), \(UUID.v7()), 1, \(at))"
            )
        case "allowances":
            Command(
                "test.row",
                "INSERT INTO rate_allowance (kind, caller, id, amount, at) VALUES ('test', \(hash), \(UUID.v7()), 1, \(at))"
            )
        default: nil
        }
    }

    private static let tables = [
        "signIns": "sign_in", "addressChanges": "email_change", "sessionsUnused": "session",
        "sessions": "session",
        "keptMail": "mail_outbox", "friendMail": "friend_request_mail", "exports": "data_export",
        "reports": "abuse_report",
        "storedAnswers": "idempotent_request", "mailCounts": "invitation_mail",
        "allowances": "rate_allowance",
    ]

    private static func kept(in database: PostgresClient) -> ExpiredRowCleaner {
        ExpiredRowCleaner(
            database, settings: AccountSettings(),
            others: .ofAllRooms)
    }

    @Test func `data is stored for the periods on the privacy page and then removed`() async throws {
        try await withDatabase { database in
            let person = PersonID.make()
            try await database.execute(
                Command(
                    "test.person", "INSERT INTO person (id, kind, name) VALUES (\(person), 'member', 'A')"))
            let cleaning = Self.kept(in: database)
            for (what, table) in Self.tables {
                let kept = try #require(
                    cleaning.kept.first { $0.what == what }, "the page does not tell of \(what)")
                let seconds = Double(kept.kept.components.seconds)
                func count() async throws -> Int {
                    try await database.one(
                        Query<Int>("test.count", SQL(stringLiteral: "SELECT count(*) FROM \(table)")) {
                            row throws(PostgresError) in try row.next()
                        })
                }
                let young = try #require(Self.row(what, of: person, age: seconds - 60))
                let old = try #require(Self.row(what, of: person, age: seconds + 60))
                try await database.execute(young)
                try await database.execute(old)
                #expect(try await count() == 2)

                try await cleaning.remove()

                #expect(try await count() == 1, "\(what)")
                try await database.run(script: "DELETE FROM \(table)", named: "test.clear")
            }
        }
    }

    @Test func `the audit log is pruned by whole days after its retention period`() async throws {
        try await withDatabase { database in
            let days = Int(AuditLimits.kept.components.seconds / 86_400)
            for age in [days + 2, days - 2, 0] {
                try await database.run(
                    script: """
                        ALTER TABLE audit DISABLE TRIGGER ALL;
                        INSERT INTO audit (day, chain, seq, at, action, outcome, prev_hash, hash)
                        SELECT (now() AT TIME ZONE 'UTC')::date - \(age), 0, n, now() - interval '\(age) days', 'test', 'done',
                               sha256('a'), sha256('b') FROM generate_series(1, 3) AS n;
                        """, named: "test.lines")
            }

            try await Self.kept(in: database).remove()

            #expect(
                try await database.one(
                    Query<Int>("test.count", "SELECT count(*) FROM audit") { row throws(PostgresError) in
                        try row.next()
                    }) == 6)
        }
    }

    @Test func `the privacy page has a sentence for everything that is stored, in every language`()
        async throws
    {
        try await withDatabase { database in
            for what in (Self.kept(in: database).kept + .updates).map(\.what) {
                for tag in Catalogue.shipped.tags {
                    let texts = Catalogue.shipped.texts(of: tag, below: "about")
                    #expect(texts.contains { $0.key == "privacy.kept.\(what)" }, "\(what) in \(tag)")
                }
            }
        }
    }
}
