import Access
import Decisions
import Foundation
import HTTPTypes
import JSON
import Jobs
import Journal
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

/// Runs `test` after a lunch of Leila's and one of Tom's, with everything that can be stored about the two.
func withPersonalData(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withWorld(
        serving: { world in
            world.record = OutingRecord(followers: [DecisionUpdater()], committed: { _ in })
            world.add(SignedOutPeople())
            world.add(folder)
            world.add(ErasureLedger(folder: folder.path()))
            return world.outingRoutes() + world.messageRoutes() + world.decisionRoutes + world.memberRoutes()
                + PersonalDataRoutes(exports: world.exports, erasures: world.erasures).routes
                + GuestDataPage(
                    exports: world.exports, erasures: world.erasures,
                    guests: InvitationTokenResolver(database: world.database),
                    templates: try await Repository.templates()
                ).routes
        },
        { world in
            var world = world
            world.add(try await world.addPersonalData())
            try await test(world)
        })
}

/// The people who were signed out.
final class SignedOutPeople: Sendable {
    private let ids = Mutex<[PersonID]>([])
    var people: [PersonID] { ids.withLock { $0 } }
    func add(_ person: PersonID) { ids.withLock { $0.append(person) } }
}

extension TestWorld {
    var signedOut: SignedOutPeople { part() }
    /// Where the ledger of erasures is.
    var folder: URL { part() }
    var ledger: ErasureLedger { part() }
    /// Leila's lunch, with Tom and a guest.
    var sharedLunch: OutingID { part() }

    var exports: Exports {
        Exports(
            database, site: publicSite, outbox: outbox, others: .all(record), clock: clock.accountClock)
    }

    var erasures: Erasures {
        Erasures(
            database, site: publicSite, outbox: outbox, others: .all(record), ledger: ledger,
            clock: clock.accountClock, signedOut: { [signedOut] in signedOut.add($0) })
    }

    var jobs: JobRunner {
        JobRunner(
            [exports.worker, erasures.worker], queue: JobQueue(), database: database,
            now: { [clock] in clock.now }, logger: .silent)
    }

    /// Texts that are Leila's alone, and must not outlive her account.
    var leilasTexts: [String] {
        [
            "Leila", "leila@example.org", "Leila's answer", "no liver", "Leila's circle", "Leila's hook",
            "leila-at-work", "Leila's pier", "61.235", "Leila's message", "Leila's series",
            "Leila's office",
        ]
    }

    func newestText(to address: String) async throws -> String {
        try #require(try await mails(to: address).first)
    }

    /// Creates an outing of Leila's.
    func outing(inviting people: Cast.Member...) async throws -> OutingID {
        let ids = people.map { "\"\($0.id)\"" }.joined(separator: ",")
        return try await outing(of: leila, #"{"title":"Dinner","invite":{"people":[\#(ids)]}}"#)
    }

    private func outing(of host: Visitor, _ body: String) async throws -> OutingID {
        let answer = try await host.post("/v1/outings", body)
        return try #require(answer["id"].text.flatMap { OutingID($0) }, "\(answer)")
    }

    func makeCohost(_ member: Cast.Member, of outing: OutingID) async throws {
        try await run(
            "UPDATE attendance SET role = 'cohost' WHERE outing_id = \(outing) AND person_id = \(member.id)")
    }

    /// Returns every row of every table.
    ///
    /// - Parameter database: `nil` for the world's own.
    func dump(of database: (any Database)? = nil) async throws -> String {
        let address = try await Program.address(of: database ?? self.database)
        return try await Shell.run("pg_dump --data-only --dbname='\(address)'")
    }
}

extension TestWorld {
    fileprivate func addPersonalData() async throws -> OutingID {
        let lunch = try await outing(
            of: leila,
            #"{"title":"Lunch","note":"Bring an umbrella","invite":{"people":["\#(cast.tom.id)"],"emails":["guest@example.org"]}}"#
        )
        let toms = try await outing(
            of: tom, #"{"title":"Tom's lunch","invite":{"people":["\#(cast.leila.id)"]}}"#)
        for (visitor, outing, note) in [(tom, lunch, "Tom's answer"), (leila, toms, "Leila's answer")] {
            try await done(
                visitor.put(
                    "/v1/outings/\(outing)/attendance", #"{"status":"attending","note":"\#(note)"}"#))
        }
        for (visitor, text) in [(leila, "Leila's message"), (tom, "Tom's message")] {
            try await done(visitor.post("/v1/outings/\(lunch)/messages", #"{"text":"\#(text)"}"#))
        }
        try await addDecisions(on: "/v1/outings/\(toms)")
        try await done(leila.put("/v1/me/diets", #"{"diets":["vegan"],"note":"no liver"}"#))
        try await done(tom.put("/v1/me/diets", #"{"diets":["halal"]}"#))
        try await done(leila.post("/v1/circles", #"{"name":"Leila's circle"}"#))
        for (host, other) in [(cast.leila, cast.tom), (cast.tom, cast.leila)] {
            try await database.batch(Command.series(of: host, with: other))
        }
        try await addRows(lunch)
        return lunch
    }

    @discardableResult
    private func done(_ answer: TestSupport.Answer) throws -> TestSupport.Answer {
        try #require(answer.status.kind == .successful, "\(answer)")
        return answer
    }

    /// Suggestions and a poll on Tom's lunch: what Leila contributed, and what Tom suggested about her.
    private func addDecisions(on outing: String) async throws {
        let pier = try await done(leila.post(outing + "/suggestions", #"{"place":"Leila's pier"}"#))
        try await done(
            tom.put(outing + "/suggestions/\(pier["id"].text ?? "")/support", #"{"answer":"maybe"}"#))
        try await done(tom.post(outing + "/suggestions", #"{"email":"leila@example.org"}"#))
        let tomorrow = Date(timeIntervalSinceNow: 86_400).formatted(.iso8601)
        let poll = try await done(
            tom.post(
                outing + "/polls",
                #"{"options":[{"place":"Tom's vote"},{"place":"Elsewhere"}],"closesAt":"\#(tomorrow)"}"#))
        try await done(
            leila.put(
                outing + "/polls/\(poll["id"].text ?? "")/vote",
                #"{"votes":[{"option":"\#(poll["options"][0]["id"].text ?? "")","answer":"yes"}]}"#))
    }

    /// Rows that no route of this world writes.
    private func addRows(_ lunch: OutingID) async throws {
        let leila = cast.leila.id
        try await run(
            """
            INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
            VALUES (\(lunch), \(leila), 61.235, 24.5), (\(lunch), \(cast.tom.id), 62.345, 24.5)
            """)
        try await run("UPDATE session SET ends_at = now() + interval '1 year'")
        try await run(
            """
            INSERT INTO identity (id, person_id, provider, issuer, subject)
            VALUES (\(UUID.v7()), \(leila), 'company', 'https://id.example', 'leila-at-work')
            """)
        try await run(
            """
            INSERT INTO passkey (id, person_id, credential_id, public_key, algorithm, sign_count,
                                 backup_eligible, backed_up, transports, name)
            VALUES (\(UUID.v7()), \(leila), 'x', 'x', -7, 0, false, false, '{}', 'Leila''s phone')
            """)
        try await run(
            """
            INSERT INTO webhook (person_id, id, url, name, secret, ended_at, end_reason)
            VALUES (\(leila), \(EndpointID.make()), 'https://leila.example/hook', 'Leila''s hook', 'x', now(), 'gone')
            """)
    }
}

extension Command {
    /// A series of `host`'s with another member in it, and an outing of `host`'s from long ago, which outlives the series.
    fileprivate static func series(of host: Cast.Member, with other: Cast.Member) -> [Command] {
        let id = SeriesID.make()
        return [
            Command(
                "test.series",
                """
                INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on,
                                    made_through)
                VALUES (\(id), \(host.id), \(host.name + "'s series"), 'UTC', 750, 'weekly', 1, ARRAY[4], '2100-03-04',
                        '2100-03-03')
                """),
            Command(
                "test.in_series",
                "INSERT INTO series_person (series_id, person_id) VALUES (\(id), \(other.id))"),
            Command(
                "test.order_of_series",
                """
                INSERT INTO series_order (series_id, closes_before, currency, fulfilment, address)
                VALUES (\(id), 60, 'EUR', 'delivery', \(host.name + "'s office"))
                """),
            Command(
                "test.skip",
                "INSERT INTO series_skip (series_id, date, reason) VALUES (\(id), '2100-03-11', 'host')"),
            Command(
                "test.outing_of_series",
                "UPDATE outing SET series_id = \(id), series_date = '2100-03-04' WHERE host_id = \(host.id)"),
        ]
    }
}
