import Access
import Decisions
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import Journal
import Logging
import Messages
import NoonishAPI
import Outings
import Postgres
import Series
import Synchronization
import TestSupport
import Testing
import Visits

@testable import Accounts
@testable import Delivery
@testable import Privacy

/// Taking one's data along and taking it away, through every feature that keeps any.
@Suite struct OwnDataTests {
    @Test func `an export is one standard archive with the person's own data and nothing of others`()
        async throws
    {
        try await withPersonalData { world in
            let asked = try await world.leila.post("/v1/me/exports")
            let again = try await world.leila.post("/v1/me/exports")
            try #require(try await world.jobs.runDue() == 1)
            #expect(try await world.jobs.runDue() == 0)
            let list = try await world.leila.get("/v1/me/exports")["items"].elements
            let path: String = try #require(list.first?["archive"].text)
            let archive = try await world.leila.get(path)
            let files = try await unpacked(archive.bytes)

            #expect(asked.status == .accepted)
            #expect(again["id"] == asked["id"])
            #expect(archive.headers[.contentType] == "application/zip")
            #expect(try await world.tom.get(path).status == .notFound)
            #expect(
                Set(files.keys) == [
                    "answers.json", "audit.json", "bills.json", "checkouts.json", "customer_edits.json",
                    "diets.json",
                    "friends.json",
                    "invitations.json", "invoices.json", "messages.json", "notifications.json", "orders.json",
                    "origins.json", "outings.json", "payouts.json", "picks.json",
                    "profile.json",
                    "ratings.json",
                    "reports.json", "sales.json", "series.json", "series_orders.json",
                    "sessions.json", "standing_orders.json", "stock.json", "suggestions.json", "venues.json",
                    "votes.json",
                    "ways_in.json",
                ])
            #expect(files.values.allSatisfy { (try? JSONValue(parsing: $0)) != nil })
            let all = files.values.joined()
            for own in [
                "leila@example.org", "Bring an umbrella", "Leila's answer", "vegan", "Tom",
                "guest@example.org", "leila-at-work", "Leila's phone", "61.235", "Leila's message",
                "Leila's pier", "Tom's vote", "Leila's series", "Tom's series",
                "Leila's office",
            ] {
                #expect(all.contains(own), "\(own) is missing")
            }
            for others in [
                "tom@example.org", "Tom's answer", "halal", "Stranger", "mei@example.org", "62.345",
                "Tom's message", "Tom's office",
            ] {
                #expect(!all.contains(others), "\(others) is not Leila's")
            }
            let mail = try await world.newestText(to: "leila@example.org")
            #expect(mail.contains("24 hours"))
            world.clock.advance(by: ExportLimits.life + 1)
            #expect(try await world.leila.get(path).status == .notFound)
        }
    }

    @Test func `an export expires after a day, and one that fails is retried a limited number of times`()
        async throws
    {
        try await withPersonalData { world in
            let broken = BrokenOwnData()
            let exports = Exports(
                world.database, site: .forTests,
                outbox: MailOutbox(.none, domain: "noonish.test", key: .forTests),
                others: [broken], clock: world.clock.accountClock)
            let jobs = JobRunner(
                [exports.worker], queue: JobQueue(), database: world.database, now: { world.clock.now },
                logger: .silent)
            _ = try await world.leila.post("/v1/me/exports")
            for _ in 0..<7 {
                try await jobs.runDue()
                world.clock.advance(by: 700)
            }
            #expect(broken.attempts == ExportLimits.attempts)
            #expect(try await world.jobs.runDue() == 0)

            world.clock.advance(by: ExportLimits.maximumPendingAge)
            try await ExpiredRowCleaner(
                world.database, settings: AccountSettings(), clock: world.clock.accountClock, others: .privacy
            ).remove()

            #expect(try await world.one("SELECT count(*) FROM data_export") == 0)
        }
    }

    @Test func `a person exports five times a day, and a refusal says when the next is possible`()
        async throws
    {
        try await withPersonalData { world in
            try await world.run(
                """
                INSERT INTO data_export (id, person_id, requested_at, ready_at, expires_at, archive)
                SELECT gen_random_uuid(), \(world.cast.leila.id), made, made, made + interval '1 day',
                       'x'::bytea
                  FROM unnest(ARRAY[25, 23, 4, 3, 2, 1]) AS hours,
                       LATERAL (SELECT now() - hours * interval '1 hour') AS time (made)
                """)

            let refused = try await world.leila.post("/v1/me/exports")

            #expect(refused.status == .tooManyRequests)
            #expect((3_000...3_600).contains(refused.retryAfter))
            #expect(refused.left == "exports: 0")
            #expect(try await world.tom.post("/v1/me/exports").status == .accepted)
        }
    }

    @Test func `an erasure can be withdrawn for seven days`() async throws {
        try await withPersonalData { world in
            let asked = try await world.leila.put("/v1/me/erasure")
            world.clock.advance(by: 300)
            let again = try await world.leila.put("/v1/me/erasure")
            let seen = try await world.leila.get("/v1/me/erasure")
            #expect(try await world.jobs.runDue() == 0)
            let back = try await world.leila.delete("/v1/me/erasure")
            world.clock.advance(by: ErasureLimits.grace)

            #expect(asked.status == .ok)
            #expect(again["dueAt"] == asked["dueAt"] && seen["dueAt"] == asked["dueAt"])
            #expect(back.status == .noContent)
            #expect(try await world.jobs.runDue() == 0)
            #expect(try await world.newestText(to: "leila@example.org").contains("deleted for good"))
        }
    }

    @Test func `an erasure lists the invoices to a person, and leaves them without the link`() async throws {
        try await withPersonalData { world in
            let venue = try await world.restaurant("Thai Garden")
            let sale = SaleID.make()
            try await world.run(
                """
                INSERT INTO sale (restaurant_id, id, day, hour, source, currency, total_minor)
                VALUES (\(venue), \(sale), '2027-03-11', 12, 'hand', 'EUR', 300)
                """)
            try await world.run(
                """
                INSERT INTO sale_line (restaurant_id, day, sale_id, number, hour, kind, name, quantity, currency, amount_minor)
                VALUES (\(venue), '2027-03-11', \(sale), 1, 12, 'dish', 'Tea', 1, 'EUR', 300)
                """)
            try await world.run(
                """
                INSERT INTO invoice (restaurant_id, id, sale_id, year, sequence, issued_on, line_count, seller_name, name, address,
                                     person_id, keep_until)
                VALUES (\(venue), \(InvoiceID.make()), \(sale), 2027, 1, '2027-03-12', 1, 'Thai Garden', 'L. Korhonen', 'Quay 2',
                        \(world.cast.leila.id), '2037-12-31')
                """)

            let before = try await world.leila.get("/v1/me/erasure")
            let asked = try await world.leila.put("/v1/me/erasure")
            let others = try await world.tom.get("/v1/me/erasure")
            world.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await world.jobs.runDue() == 1)

            #expect(before["dueAt"] == .null && before["invoices"] == asked["invoices"])
            #expect(before["invoices"].elements.count == 1 && others["invoices"].elements.isEmpty)
            #expect(before["invoices"][0]["venue"].text == "Thai Garden")
            #expect(before["invoices"][0]["number"].text == "2027-0001")
            #expect(before["invoices"][0]["issuedOn"].text == "2027-03-12")
            #expect(before["invoices"][0]["keptUntil"].text == "2037-12-31")
            #expect(try await world.dump().contains("L. Korhonen"))
            #expect(try await world.one("SELECT count(*) FROM invoice WHERE person_id IS NULL") == 1)
        }
    }

    @Test func `an erasure leaves nothing of the person, and everyone else keeps their data`() async throws {
        try await withPersonalData { world in
            let before = try await world.dump()
            for own in world.leilasTexts { try #require(before.contains(own), "\(own) was never there") }
            _ = try await world.leila.put("/v1/me/erasure")

            world.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await world.jobs.runDue() == 1)

            let after = try await world.dump()
            for own in world.leilasTexts { #expect(!after.contains(own), "\(own) is still there") }
            for others in [
                "tom@example.org", "Tom's answer", "Tom's lunch", "halal", "Tom's message", "Tom's vote",
                "Tom's series",
            ] {
                #expect(after.contains(others), "\(others) is Tom's")
            }
            #expect(try await world.one("SELECT count(*) FROM suggestion WHERE state = 'withdrawn'") == 2)
            #expect(try await world.one("SELECT count(*) FROM suggestion_support") == 2, "Tom's are left")
            #expect(try await world.one("SELECT count(*) FROM poll_ballot") == 0)
            #expect(try await brokenChecks(in: world.database).isEmpty)
            #expect(try await AuditLog(world.database).fault() == nil)
            #expect(world.signedOut.people == [world.cast.leila.id])
            #expect(try await world.leila.get("/v1/me").status == .unauthorized)
        }
    }

    @Test
    func `their outings pass to the first cohost, are cancelled without one, and vanish without guests`()
        async throws
    {
        try await withPersonalData { world in
            let shared = try await world.outing(inviting: world.cast.tom, world.cast.mei)
            try await world.makeCohost(world.cast.tom, of: shared)
            let plain = try await world.outing(inviting: world.cast.mei)
            let alone = try await world.outing()
            _ = try await world.leila.put("/v1/me/erasure")

            world.clock.advance(by: ErasureLimits.grace + 1)
            try await world.jobs.runDue()

            let handed = try await world.tom.get("/v1/outings/\(shared)")
            #expect(handed["host"]["name"].text == "Tom")
            let cancelled = try await world.mei.get("/v1/outings/\(plain)")
            #expect(cancelled["state"].text == "cancelled")
            #expect(cancelled["host"]["name"].text == PersonName.erased)
            #expect(try await world.one("SELECT count(*) FROM outing WHERE id = \(alone)") == 0)
            let told: Int = try await world.one(
                """
                SELECT count(*) FROM outing_change
                 WHERE outing_id = \(plain) AND patch::text LIKE '%outing_cancelled%'
                """)
            #expect(told == 1)
        }
    }

    @Test
    func `a guest exports and erases their data by their link, and a member's link does not`()
        async throws
    {
        try await withPersonalData { world in
            let guest = world.site.program(token: try await world.personalToken(of: "guest@example.org"))
            let member = world.site.program(
                token: try await world.personalToken(of: world.cast.tom.id, in: world.sharedLunch))
            try #require(try await member.get("/v1/outings/\(world.sharedLunch)").status == .ok)

            #expect(try await member.post("/v1/me/exports").code == "sign_in_for_that")
            #expect(try await member.put("/v1/me/erasure").code == "sign_in_for_that")
            #expect(try await guest.post("/v1/me/exports").status == .accepted)
            try #require(try await world.jobs.runDue() == 1)
            let path: String = try #require(
                try await guest.get("/v1/me/exports")["items"][0]["archive"].text)
            let files = try await unpacked(guest.get(path).bytes)
            #expect(files["invitations.json"]?.contains("guest@example.org") == true)
            #expect(try await guest.put("/v1/me/erasure").status == .ok)

            world.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await world.jobs.runDue() == 1)
            #expect(try await guest.get("/v1/me/erasure").status == .unauthorized)
            #expect(try await world.dump().contains("guest@example.org") == false)
        }
    }

    @Test
    func `a guest does the same on a page without scripts, which a member's link leads to their settings`()
        async throws
    {
        try await withPersonalData { world in
            let token = try await world.personalToken(of: "guest@example.org")
            let path = "/i/\(token)/data"
            let browser = world.site.browser()
            let page = try await browser.get(path)
            let csrf = String(try #require(page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))

            let forged = try await browser.sendForm(path, "act=erase&csrf=made-up")
            let archive = try await browser.sendForm(path, "act=export&csrf=\(csrf)")
            let asked = try await browser.sendForm(path, "act=erase&csrf=\(csrf)")
            let due = try await browser.get(path)
            let takenBack = try await browser.sendForm(path, "act=keep&csrf=\(csrf)")

            #expect(page.status == .ok)
            #expect(forged.status == .forbidden)
            #expect(try await unpacked(archive.bytes)["profile.json"]?.contains("guest") == true)
            #expect(asked.status == .seeOther)
            #expect(due.text.contains("value=\"keep\"") && !due.text.contains("value=\"erase\""))
            #expect(takenBack.status == .seeOther)
            #expect(try await browser.get(path).text.contains("value=\"erase\""))
            let members = try await world.personalToken(of: world.cast.tom.id, in: world.sharedLunch)
            #expect(try await browser.get("/i/\(members)/data").headers[.location] == "/settings")
            #expect(try await browser.get("/i/nobodys/data").status == .notFound)
        }
    }

    @Test func `an erasure is repeated after an older backup is restored`() async throws {
        try await withPersonalData { world in
            let backup = "/tmp/noonish-backup-\(UUID().uuidString.prefix(8))"
            defer { try? FileManager.default.removeItem(atPath: backup) }
            let here = try await Program.address(of: world.database)
            try await Shell.run("pg_dump --format=custom --file=\(backup) --dbname='\(here)'")
            _ = try await world.leila.put("/v1/me/erasure")
            world.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await world.jobs.runDue() == 1)

            try await withEmptyDatabase { restored in
                let there = try await Program.address(of: restored)
                try await Shell.run("pg_restore --dbname='\(there)' \(backup)")
                try #require(try await world.dump(of: restored).contains("leila@example.org"))
                let erasures = Erasures(
                    restored, site: .forTests,
                    outbox: MailOutbox(.none, domain: "noonish.test", key: .forTests),
                    others: .all(OutingRecord { _ in }), ledger: world.ledger)

                #expect(try await erasures.repeatAfterRestore() == 1)

                let dump = try await world.dump(of: restored)
                for own in world.leilasTexts { #expect(!dump.contains(own), "\(own) came back") }
                #expect(dump.contains("tom@example.org"))
                #expect(try await AuditLog(restored).fault() == nil)
                #expect(try await brokenChecks(in: restored).isEmpty)
                #expect(try await erasures.repeatAfterRestore() == 0)
            }
        }
    }

    /// The operator has put the key of the backup back.
    @Test func `an erasure under a new key is repeated after a backup of the former one is restored`()
        async throws
    {
        try await withPersonalData { world in
            func erasures(_ key: SecretKey, in database: PostgresClient) -> Erasures {
                Erasures(
                    database, site: Site(publicURL: "http://localhost:8080", key: key),
                    outbox: MailOutbox(.none, domain: "noonish.test", key: key),
                    others: .all(OutingRecord { _ in }), ledger: world.ledger,
                    clock: world.clock.accountClock)
            }
            let newKey = try #require(SecretKey(bytes: Array(repeating: 9, count: 32)))
            // The folder sees each key when a process starts with it.
            _ = try await erasures(newKey, in: world.database).repeatAfterRestore()
            let backup = "/tmp/noonish-backup-\(UUID().uuidString.prefix(8))"
            defer { try? FileManager.default.removeItem(atPath: backup) }
            let here = try await Program.address(of: world.database)
            try await Shell.run("pg_dump --format=custom --file=\(backup) --dbname='\(here)'")
            _ = try await world.leila.put("/v1/me/erasure")
            world.clock.advance(by: ErasureLimits.grace + 1)
            let clock = world.clock
            let jobs = JobRunner(
                [erasures(newKey, in: world.database).worker], queue: JobQueue(), database: world.database,
                now: { clock.now }, logger: .silent)
            try #require(try await jobs.runDue() == 1)

            try await withEmptyDatabase { restored in
                let there = try await Program.address(of: restored)
                try await Shell.run("pg_restore --dbname='\(there)' \(backup)")

                #expect(try await erasures(.forTests, in: restored).repeatAfterRestore() == 1)

                #expect(try await !world.dump(of: restored).contains("leila@example.org"))
                let keys = world.folder.appending(path: ErasureLedger.keysName).path()
                let mode = try FileManager.default.attributesOfItem(atPath: keys)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
        }
    }

    @Test func `a lost ledger is restored from the database, and a truncated one is read`()
        async throws
    {
        try await withPersonalData { world in
            _ = try await world.leila.put("/v1/me/erasure")
            world.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await world.jobs.runDue() == 1)
            let whole = try world.ledger.hashes()
            try "abcdef".write(
                to: world.folder.appending(path: ErasureLedger.name), atomically: true, encoding: .utf8)

            #expect(try await world.erasures.repeatAfterRestore() == 0)

            #expect(whole.count == 1)
            #expect(try world.ledger.hashes() == whole)
        }
    }

    @Test func `every table that references a person is either their own or known to be shared`() async throws
    {
        try await withDatabase { database in
            let shared = try await database.all(
                Query<String>(
                    "test.shared",
                    """
                    SELECT conrelid::regclass || '.' || (SELECT attname FROM pg_attribute
                                                         WHERE attrelid = conrelid AND attnum = conkey[1])
                      FROM pg_constraint
                     WHERE contype = 'f' AND confrelid = 'person'::regclass AND confdeltype <> 'c'
                     ORDER BY 1
                    """
                ) { row throws(PostgresError) in try row.next() })

            // A new table is not erased by itself: add it to its room's PersonalDataStore, then list it here.
            #expect(
                shared == [
                    "attendance.person_id", "attendance.set_by_id", "bill_payment.person_id",
                    "bill_payment.recorded_by", "bill_payment.reversed_by", "bill_share.person_id",
                    "bill_transfer.creditor_id", "bill_transfer.debtor_id", "bill_version.made_by",
                    "checkout.payer_id",
                    "group_order.cancelled_by", "group_order.coordinator_id", "invitation.invited_by",
                    "invitation.person_id", "invoice.person_id", "ledger_entry.actor_id",
                    "ledger_posting.person_id",
                    "message.author_id", "order_event.actor_id", "order_line.person_id",
                    "order_line.set_by_id", "order_line.struck_by", "order_sharer.person_id",
                    "outing.cancelled_by", "outing.host_id",
                    "outing_change.actor_id", "outing_link.created_by", "outing_watch.person_id",
                    "poll.closed_by", "poll.opened_by", "poll_ballot.person_id", "sale.made_by",
                    "sale.voided_by", "series.host_id",
                    "series_invitee.added_by", "stock_move.actor_id",
                    "suggestion.author_id", "suggestion.decided_by", "suggestion.person_id",
                ])
        }
    }
}

/// The files of an archive, unpacked by another program, which checks their sums.
private func unpacked(_ archive: [UInt8]) async throws -> [String: String] {
    let folder = URL(filePath: "/tmp/noonish-archive-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(archive).write(to: folder.appending(path: "archive.zip"))
    try await Shell.run(
        "cd \(folder.path()) && python3 -c 'import zipfile; z = zipfile.ZipFile(\"archive.zip\"); assert z.testzip() is None; z.extractall(\"files\")'"
    )
    let files = folder.appending(path: "files")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path())
    return try Dictionary(
        uniqueKeysWithValues: names.map {
            ($0, try String(contentsOf: files.appending(path: $0), encoding: .utf8))
        })
}

/// Keeps something that cannot be read.
private final class BrokenOwnData: PersonalDataStore {
    private struct Unreadable: Error {}

    let files: [PersonalFile] = []
    private let count = Mutex(0)
    var attempts: Int { count.withLock { $0 } }

    func erasure(of person: PersonID) -> [Command] { [] }

    func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        count.withLock { $0 += 1 }
        throw Unreadable()
    }

    func erase(_ person: PersonID, in transaction: Transaction) async throws {}
}
