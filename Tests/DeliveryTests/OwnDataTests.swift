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
    @Test func `an export is one archive that any program opens, with one's own and no word of others`()
        async throws
    {
        try await withKept { kept in
            let asked = try await kept.leila.post("/v1/me/exports")
            let again = try await kept.leila.post("/v1/me/exports")
            try #require(try await kept.jobs.runDue() == 1)
            #expect(try await kept.jobs.runDue() == 0)
            let list = try await kept.leila.get("/v1/me/exports")["items"].elements
            let path: String = try #require(list.first?["archive"].text)
            let archive = try await kept.leila.get(path)
            let files = try await unpacked(archive.bytes)

            #expect(asked.status == .accepted)
            #expect(again["id"] == asked["id"])
            #expect(archive.headers[.contentType] == "application/zip")
            #expect(try await kept.tom.get(path).status == .notFound)
            #expect(
                Set(files.keys) == [
                    "answers.json", "audit.json", "diets.json", "friends.json", "invitations.json",
                    "messages.json", "notifications.json", "origins.json", "outings.json", "picks.json",
                    "profile.json",
                    "ratings.json",
                    "reports.json", "series.json",
                    "sessions.json", "suggestions.json", "votes.json", "ways_in.json",
                ])
            #expect(files.values.allSatisfy { (try? JSONValue(parsing: $0)) != nil })
            let all = files.values.joined()
            for own in [
                "leila@example.org", "Bring an umbrella", "Leila's answer", "vegan", "Tom",
                "guest@example.org", "leila-at-work", "Leila's phone", "61.235", "Leila's message",
                "Leila's pier", "Tom's vote", "Leila's series", "Tom's series",
            ] {
                #expect(all.contains(own), "\(own) is missing")
            }
            for others in [
                "tom@example.org", "Tom's answer", "halal", "Stranger", "mei@example.org", "62.345",
                "Tom's message",
            ] {
                #expect(!all.contains(others), "\(others) is not Leila's")
            }
            let mail = try await kept.mail(to: "leila@example.org")
            #expect(mail.contains("24 hours"))
            kept.clock.advance(by: ExportLimits.life + 1)
            #expect(try await kept.leila.get(path).status == .notFound)
        }
    }

    @Test func `what nobody took is gone after a day, and what cannot be made is not tried for ever`()
        async throws
    {
        try await withKept { kept in
            let broken = BrokenOwnData()
            let exports = Exports(
                kept.database, site: .forTests,
                outbox: MailOutbox(.none, domain: "noonish.test", key: .forTests),
                others: [broken], clock: kept.clock.peopleClock)
            let jobs = JobRunner(
                [exports.worker], queue: JobQueue(), database: kept.database, now: { kept.clock.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            _ = try await kept.leila.post("/v1/me/exports")
            for _ in 0..<7 {
                try await jobs.runDue()
                kept.clock.advance(by: 700)
            }
            #expect(broken.attempts == ExportLimits.attempts)
            #expect(try await kept.jobs.runDue() == 0)

            kept.clock.advance(by: ExportLimits.maximumPendingAge)
            try await ExpiredRowCleaner(
                kept.database, settings: AccountSettings(), clock: kept.clock.peopleClock, others: .privacy
            ).remove()

            #expect(try await kept.count("SELECT count(*) FROM data_export") == 0)
        }
    }

    @Test func `who asks to be forgotten can take it back for seven days`() async throws {
        try await withKept { kept in
            let asked = try await kept.leila.put("/v1/me/erasure")
            kept.clock.advance(by: 300)
            let again = try await kept.leila.put("/v1/me/erasure")
            let seen = try await kept.leila.get("/v1/me/erasure")
            #expect(try await kept.jobs.runDue() == 0)
            let back = try await kept.leila.delete("/v1/me/erasure")
            kept.clock.advance(by: ErasureLimits.grace)

            #expect(asked.status == .ok)
            #expect(again["dueAt"] == asked["dueAt"] && seen["dueAt"] == asked["dueAt"])
            #expect(back.status == .noContent)
            #expect(try await kept.jobs.runDue() == 0)
            #expect(try await kept.mail(to: "leila@example.org").contains("gone for good"))
        }
    }

    @Test func `of who was forgotten nothing is left, and everybody else keeps what is theirs`() async throws
    {
        try await withKept { kept in
            let before = try await kept.dump()
            for own in kept.leilasWords { try #require(before.contains(own), "\(own) was never there") }
            _ = try await kept.leila.put("/v1/me/erasure")

            kept.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await kept.jobs.runDue() == 1)

            let after = try await kept.dump()
            for own in kept.leilasWords { #expect(!after.contains(own), "\(own) is still there") }
            for others in [
                "tom@example.org", "Tom's answer", "Tom's lunch", "halal", "Tom's message", "Tom's vote",
                "Tom's series",
            ] {
                #expect(after.contains(others), "\(others) is Tom's")
            }
            #expect(try await kept.count("SELECT count(*) FROM suggestion WHERE state = 'withdrawn'") == 2)
            #expect(try await kept.count("SELECT count(*) FROM suggestion_support") == 2, "Tom's are left")
            #expect(try await kept.count("SELECT count(*) FROM poll_ballot") == 0)
            #expect(try await brokenChecks(in: kept.database).isEmpty)
            #expect(try await AuditLog(kept.database).fault() == nil)
            #expect(kept.signedOut.people == [kept.cast.leila.id])
            #expect(try await kept.leila.get("/v1/me").status == .unauthorized)
        }
    }

    @Test
    func `what they host goes to the cohost who was asked first, else it is cancelled, and alone it is gone`()
        async throws
    {
        try await withKept { kept in
            let shared = try await kept.outing(inviting: [kept.cast.tom, kept.cast.mei])
            try await kept.makeCohost(kept.cast.tom, of: shared)
            let plain = try await kept.outing(inviting: [kept.cast.mei])
            let alone = try await kept.outing(inviting: [])
            _ = try await kept.leila.put("/v1/me/erasure")

            kept.clock.advance(by: ErasureLimits.grace + 1)
            try await kept.jobs.runDue()

            let handed = try await kept.tom.get("/v1/outings/\(shared)")
            #expect(handed["host"]["name"].text == "Tom")
            let cancelled = try await kept.mei.get("/v1/outings/\(plain)")
            #expect(cancelled["state"].text == "cancelled")
            #expect(cancelled["host"]["name"].text == PersonName.erased)
            #expect(try await kept.count("SELECT count(*) FROM outing WHERE id = \(alone)") == 0)
            let told = try await kept.count(
                """
                SELECT count(*) FROM outing_change
                 WHERE outing_id = \(plain) AND patch::text LIKE '%outing_cancelled%'
                """)
            #expect(told == 1)
        }
    }

    @Test
    func `a guest takes and ends what is theirs by their link, a member's link does not open their account`()
        async throws
    {
        try await withKept { kept in
            let guest = kept.site.program(token: try await kept.personalToken(of: "guest@example.org"))
            let member = kept.site.program(token: try await kept.personalToken(of: kept.cast.tom.id))
            try #require(try await member.get("/v1/outings/\(kept.lunch)").status == .ok)

            #expect(try await member.post("/v1/me/exports").code == "sign_in_for_that")
            #expect(try await member.put("/v1/me/erasure").code == "sign_in_for_that")
            #expect(try await guest.post("/v1/me/exports").status == .accepted)
            try #require(try await kept.jobs.runDue() == 1)
            let path: String = try #require(
                try await guest.get("/v1/me/exports")["items"][0]["archive"].text)
            let files = try await unpacked(guest.get(path).bytes)
            #expect(files["invitations.json"]?.contains("guest@example.org") == true)
            #expect(try await guest.put("/v1/me/erasure").status == .ok)

            kept.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await kept.jobs.runDue() == 1)
            #expect(try await guest.get("/v1/me/erasure").status == .unauthorized)
            #expect(try await kept.dump().contains("guest@example.org") == false)
        }
    }

    @Test
    func `a guest does the same on a page without scripts, which a member's link leads to their settings`()
        async throws
    {
        try await withKept { kept in
            let token = try await kept.personalToken(of: "guest@example.org")
            let path = "/i/\(token)/data"
            let browser = kept.site.browser()
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
            let members = try await kept.personalToken(of: kept.cast.tom.id)
            #expect(try await browser.get("/i/\(members)/data").headers[.location] == "/settings")
            #expect(try await browser.get("/i/nobodys/data").status == .notFound)
        }
    }

    @Test func `who was forgotten is forgotten again when a backup from before is restored`() async throws {
        try await withKept { kept in
            let backup = "/tmp/noonish-backup-\(UUID().uuidString.prefix(8))"
            defer { try? FileManager.default.removeItem(atPath: backup) }
            let here = try await kept.address()
            try await Shell.run("pg_dump --format=custom --file=\(backup) --dbname='\(here)'")
            _ = try await kept.leila.put("/v1/me/erasure")
            kept.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await kept.jobs.runDue() == 1)

            try await withEmptyDatabase { restored in
                let there = try await kept.address(of: restored)
                try await Shell.run("pg_restore --dbname='\(there)' \(backup)")
                try #require(try await kept.dump(of: restored).contains("leila@example.org"))
                let erasures = Erasures(
                    restored, site: .forTests,
                    outbox: MailOutbox(.none, domain: "noonish.test", key: .forTests),
                    others: .all(OutingRecord { _ in }), ledger: kept.ledger)

                #expect(try await erasures.repeatAfterRestore() == 1)

                let dump = try await kept.dump(of: restored)
                for own in kept.leilasWords { #expect(!dump.contains(own), "\(own) came back") }
                #expect(dump.contains("tom@example.org"))
                #expect(try await AuditLog(restored).fault() == nil)
                #expect(try await brokenChecks(in: restored).isEmpty)
                #expect(try await erasures.repeatAfterRestore() == 0)
            }
        }
    }

    @Test func `a ledger that was lost is written again from the database, one cut off in a line is read`()
        async throws
    {
        try await withKept { kept in
            _ = try await kept.leila.put("/v1/me/erasure")
            kept.clock.advance(by: ErasureLimits.grace + 1)
            try #require(try await kept.jobs.runDue() == 1)
            let whole = try kept.ledger.hashes()
            try "abcdef".write(
                to: kept.folder.appending(path: ErasureLedger.name), atomically: true, encoding: .utf8)

            #expect(try await kept.erasures.repeatAfterRestore() == 0)

            #expect(whole.count == 1)
            #expect(try kept.ledger.hashes() == whole)
        }
    }

    @Test func `every table that names a person is either theirs alone or known to be shared`() async throws {
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

            // What is new here is not forgotten by itself: see to it in its feature's PersonalDataStore, then name it.
            #expect(
                shared == [
                    "attendance.person_id", "attendance.set_by_id", "invitation.invited_by",
                    "invitation.person_id", "message.author_id", "outing.cancelled_by", "outing.host_id",
                    "outing_change.actor_id", "outing_link.created_by", "outing_watch.person_id",
                    "poll.closed_by", "poll.opened_by", "poll_ballot.person_id", "series.host_id",
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
