import Access
import Decisions
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import Journal
import Messages
import Mustache
import NoonishAPI
import Outings
import Postgres
import Restaurants
import Series
import Synchronization
import TestSupport
import Testing
import Visits

@testable import Accounts
@testable import Circles
@testable import Delivery
@testable import Moderation
@testable import People
@testable import Privacy

/// A lunch of Leila's and one of Tom's, with everything that can be kept of the two.
struct Kept: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let clock: Clock
    let exports: Exports
    let erasures: Erasures
    let jobs: JobRunner
    let ledger: ErasureLedger
    let folder: URL
    let signedOut: SignedOut
    /// Leila's, with Tom and a guest.
    let lunch: OutingID

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }

    /// What is Leila's alone, and must not outlive her.
    var leilasWords: [String] {
        [
            "Leila", "leila@example.org", "Leila's answer", "no liver", "Leila's circle", "Leila's hook",
            "leila-at-work", "Leila's pier", "61.235", "Leila's message", "Leila's series",
        ]
    }

    /// Everybody who was told to have been signed out.
    final class SignedOut: Sendable {
        private let told = Mutex<[PersonID]>([])
        var people: [PersonID] { told.withLock { $0 } }
        func note(_ person: PersonID) { told.withLock { $0.append(person) } }
    }

    /// The database's, until it is turned.
    final class Clock: Sendable {
        private let time = Mutex<Date?>(nil)
        var now: Date? { time.withLock { $0 } }
        var peopleClock: AccountClock { AccountClock { self.now } }
        func advance(by seconds: Double) { time.withLock { $0 = ($0 ?? Date()).addingTimeInterval(seconds) } }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await database.one(Query("test.count", sql) { row throws(PostgresError) in try row.next() })
    }

    func mail(to address: String) async throws -> String {
        try #require(try await database.storedMails(to: address).first).text
    }

    /// The token of a personal link.
    func personalToken(of person: PersonID) async throws -> String {
        try await token("SELECT id FROM invitation WHERE outing_id = \(lunch) AND person_id = \(person)")
    }

    func personalToken(of address: String) async throws -> String {
        try await token("SELECT id FROM invitation WHERE outing_id = \(lunch) AND address = \(address)")
    }

    private func token(_ sql: SQL) async throws -> String {
        let id = try await database.one(
            Query<InvitationID>("test.invitation", sql) { row throws(PostgresError) in try row.next() })
        return SecretKey.forTests.personalToken(of: id)
    }

    /// A new outing of Leila's.
    func outing(inviting people: [Cast.Member]) async throws -> OutingID {
        let ids = people.map { "\"\($0.id)\"" }.joined(separator: ",")
        let made = try await leila.post("/v1/outings", #"{"title":"Dinner","invite":{"people":[\#(ids)]}}"#)
        return try #require(made["id"].text.flatMap { OutingID($0) }, "\(made)")
    }

    func makeCohost(_ member: Cast.Member, of outing: OutingID) async throws {
        try await database.execute(
            Command(
                "test.cohost",
                "UPDATE attendance SET role = 'cohost' WHERE outing_id = \(outing) AND person_id = \(member.id)"
            ))
    }

    /// The address of a database of this server.
    func address(of database: (any Database)? = nil) async throws -> String {
        let name = try await (database ?? self.database).one(
            Query<String>("test.name", "SELECT current_database()::text") { row throws(PostgresError) in
                try row.next()
            })
        let server = try #require(ProcessInfo.processInfo.environment["NOONISH_TEST_DATABASE_URL"])
        guard server.contains("://"), var url = URLComponents(string: server) else {
            return server + " dbname=\(name)"
        }
        url.path = "/\(name)"
        return url.string ?? server
    }

    /// Every row of every table.
    func dump(of database: (any Database)? = nil) async throws -> String {
        let address = try await address(of: database)
        return try await Shell.run("pg_dump --data-only --dbname='\(address)'")
    }
}

private let templates = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Web/templates").path()

/// Fills a house and runs `test` in it.
func withKept(_ test: @escaping @Sendable (Kept) async throws -> Void) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let folder = URL(filePath: "/tmp/noonish-kept-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = Kept.Clock()
        let signedOut = Kept.SignedOut()
        let ledger = ErasureLedger(folder: folder.path())
        let record = OutingRecord(followers: [DecisionUpdater()]) { _ in }
        let outbox = MailOutbox(.kept, domain: "noonish.test", key: .forTests)
        let others: [any PersonalDataStore] = .all(record)
        let exports = Exports(
            database, site: .forTests, outbox: outbox, others: others, clock: clock.peopleClock)
        let erasures = Erasures(
            database, site: .forTests, outbox: outbox, others: others, ledger: ledger,
            clock: clock.peopleClock,
            signedOut: { signedOut.note($0) })
        let jobs = JobRunner(
            [exports.worker, erasures.worker], queue: JobQueue(), database: database, now: { clock.now },
            logger: Scene.logger)
        let settings = AccountSettings()
        let hours = HoursPatterns()
        let companions = OutingCompanions(database: database)
        let routes =
            AccountRoutes(
                database, settings: settings, site: .forTests, outbox: outbox,
                accessGuard: LocalhostGuard(
                    hasMailServer: false, host: "127.0.0.1", publicURL: "http://localhost:8080"),
                clock: clock.peopleClock
            ).routes
            + PeopleRoutes(
                database, site: .forTests, outbox: outbox, sharedOutings: companions
            ).routes
            + CircleRoutes(database, sharedOutings: companions).routes
            + ReportRoutes(
                database: database,
                acquaintance: Acquaintance(database: database, sharedOutings: companions)
            ).routes
            + PersonalDataRoutes(exports: exports, erasures: erasures).routes
            + GuestDataPage(
                exports: exports, erasures: erasures, guests: InvitationTokenResolver(database: database),
                templates: try await MustacheLibrary(directory: templates)
            ).routes
            + OutingRoutes(
                database: database, record: record, site: .forTests,
                hours: hours
            ).routes
            + AttendanceRoutes(database: database, record: record).routes
            + MessageRoutes(database: database, record: record).routes
            + SuggestionRoutes(
                database: database,
                edits: SuggestionEdits(
                    outings: OutingEdits(record: record, site: .forTests, mailsPerDay: 200), record: record)
            ).routes
            + PollRoutes(
                database: database,
                edits: PollEdits(
                    outings: OutingEdits(record: record, site: .forTests, mailsPerDay: 200), record: record)
            ).routes
            + InvitationRoutes(database: database, record: record, site: .forTests, hours: hours).routes
        let table = RouteTable(
            routes, site: .forTests,
            resolvers: [
                SessionAuthenticator(database, settings: settings, clock: clock.peopleClock),
                InvitationTokenResolver(database: database),
            ])
        try await withSite(table) { site in
            let leila = site.program(token: cast.leila.token)
            let tom = site.program(token: cast.tom.token)
            func outing(_ visitor: Visitor, _ body: String) async throws -> OutingID {
                let made = try await visitor.post("/v1/outings", body)
                return try #require(made["id"].text.flatMap { OutingID($0) }, "\(made)")
            }
            let lunch = try await outing(
                leila,
                #"{"title":"Lunch","note":"Bring an umbrella","invite":{"people":["\#(cast.tom.id)"],"emails":["guest@example.org"]}}"#
            )
            let toms = try await outing(
                tom, #"{"title":"Tom's lunch","invite":{"people":["\#(cast.leila.id)"]}}"#)
            for (visitor, outing, note) in [(tom, lunch, "Tom's answer"), (leila, toms, "Leila's answer")] {
                let answered = try await visitor.put(
                    "/v1/outings/\(outing)/attendance", #"{"status":"attending","note":"\#(note)"}"#)
                try #require(answered.status == .ok, "\(answered)")
            }
            for (visitor, text) in [(leila, "Leila's message"), (tom, "Tom's message")] {
                let said = try await visitor.post("/v1/outings/\(lunch)/messages", #"{"text":"\#(text)"}"#)
                try #require(said.status == .created, "\(said)")
            }
            // What Leila said on Tom's lunch, and what Tom said of her.
            let path = "/v1/outings/\(toms)"
            let pier = try await leila.post(path + "/suggestions", #"{"place":"Leila's pier"}"#)
            try #require(pier.status == .created, "\(pier)")
            let supported = try await tom.put(
                path + "/suggestions/\(pier["id"].text ?? "")/support", #"{"answer":"maybe"}"#)
            try #require(supported.status == .ok, "\(supported)")
            let her = try await tom.post(path + "/suggestions", #"{"email":"leila@example.org"}"#)
            try #require(her.status == .created, "\(her)")
            let poll = try await tom.post(
                path + "/polls",
                #"{"options":[{"place":"Tom's vote"},{"place":"Elsewhere"}],"closesAt":"\#(Date(timeIntervalSinceNow: 86_400).formatted(.iso8601))"}"#
            )
            try #require(poll.status == .created, "\(poll)")
            let voted = try await leila.put(
                path + "/polls/\(poll["id"].text ?? "")/vote",
                #"{"votes":[{"option":"\#(poll["options"][0]["id"].text ?? "")","answer":"yes"}]}"#)
            try #require(voted.status == .ok, "\(voted)")
            try #require(
                try await leila.put("/v1/me/diets", #"{"diets":["vegan"],"note":"no liver"}"#).status == .ok)
            try #require(try await tom.put("/v1/me/diets", #"{"diets":["halal"]}"#).status == .ok)
            try #require(
                try await leila.post("/v1/circles", #"{"name":"Leila's circle"}"#).status.kind == .successful)
            for (host, other) in [(cast.leila, cast.tom), (cast.tom, cast.leila)] {
                try await database.batch(Command.series(of: host, with: other))
            }
            try await database.execute(
                Command(
                    "test.origins",
                    """
                    INSERT INTO starting_point (outing_id, person_id, latitude, longitude)
                    VALUES (\(lunch), \(cast.leila.id), 61.235, 24.5), (\(lunch), \(cast.tom.id), 62.345, 24.5)
                    """))
            try await database.execute(
                Command("test.sessions", "UPDATE session SET ends_at = now() + interval '1 year'"))
            try await database.execute(
                Command(
                    "test.identity",
                    """
                    INSERT INTO identity (id, person_id, provider, issuer, subject)
                    VALUES (\(UUID.v7()), \(cast.leila.id), 'company', 'https://id.example', 'leila-at-work')
                    """))
            try await database.execute(
                Command(
                    "test.passkey",
                    """
                    INSERT INTO passkey (id, person_id, credential_id, public_key, algorithm, sign_count,
                                         backup_eligible, backed_up, transports, name)
                    VALUES (\(UUID.v7()), \(cast.leila.id), 'x', 'x', -7, 0, false, false, '{}', 'Leila''s phone')
                    """))
            try await database.execute(
                Command(
                    "test.webhook",
                    """
                    INSERT INTO webhook (person_id, id, url, name, secret, ended_at, end_reason)
                    VALUES (\(cast.leila.id), \(EndpointID.make()), 'https://leila.example/hook', 'Leila''s hook', 'x',
                            now(), 'gone')
                    """))
            try await test(
                Kept(
                    database: database, cast: cast, site: site, clock: clock, exports: exports,
                    erasures: erasures, jobs: jobs,
                    ledger: ledger, folder: folder, signedOut: signedOut, lunch: lunch))
        }
    }
}

extension Command {
    /// A series of `host`'s, with somebody in it and an outing of `host`'s from long ago, which stays without it.
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
                "test.skip",
                "INSERT INTO series_skip (series_id, date, reason) VALUES (\(id), '2100-03-11', 'host')"),
            Command(
                "test.outing_of_series",
                "UPDATE outing SET series_id = \(id), series_date = '2100-03-04' WHERE host_id = \(host.id)"),
        ]
    }
}
