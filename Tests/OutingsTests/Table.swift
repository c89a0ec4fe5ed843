import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Jobs
import Journal
import Logging
import Mustache
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport

/// The service with all routes of outings, its database and the cast around it.
struct Table: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let links: LinkMailer
    let jobs: JobRunner
    /// The directory; empty until a test fills its table and refreshes it.
    let index: RestaurantIndex

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    var mei: Visitor { site.program(token: cast.mei.token) }
    var stranger: Visitor { site.program(token: cast.stranger.token) }
    var nobody: Visitor { site.program() }

    /// A new outing of Leila's; `members` are further members of the body.
    func outing(_ members: String = "") async throws -> Started {
        let body = #"{"title":"Thursday lunch"\#(members.isEmpty ? "" : ",")\#(members)}"#
        let answer = try await leila.post("/v1/outings", body)
        guard answer.status == .created, let id = answer["id"].text, let tag = answer.headers[.eTag] else {
            throw Unexpected(answer: answer)
        }
        return Started(id: id, tag: tag)
    }

    struct Started: Sendable {
        let id: String
        let tag: String
        var path: String { "/v1/outings/\(id)" }
    }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }

    /// The token of the personal link of whoever was asked at `address`, as a mail would carry it.
    func personalToken(of address: String, outing: String) async throws -> String {
        let id = try await database.one(
            Query<InvitationID>(
                "test.invitation",
                """
                SELECT id FROM invitation
                 WHERE outing_id = \(OutingID(outing)) AND address = \(address)
                """
            ) { row throws(PostgresError) in try row.next() })
        return SecretKey.forTests.personalToken(of: id)
    }

    /// What the guests read.
    func guestLocales() async throws -> [String?] {
        try await database.all(
            Query<String?>("test.guest_locales", "SELECT locale FROM person WHERE kind = 'guest' ORDER BY id")
            {
                row throws(PostgresError) in try row.next()
            })
    }

    /// How many rows of `outing` there are.
    func outingCount() async throws -> Int {
        try await database.one(
            Query<Int>("test.outing_count", "SELECT count(*) FROM outing") {
                row throws(PostgresError) in try row.next()
            })
    }

    /// Runs the checks of the repository that concern outings; each returns no row while the data is sound.
    func isSound() async throws -> Bool {
        try await brokenChecks(in: database, ["seats", "waitlist", "revisions", "hosts", "behind"]).isEmpty
    }
}

/// Lays a table and runs `test` at it.
func atTable(_ test: @escaping @Sendable (Table) async throws -> Void) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let record = OutingRecord(committed: { _ in })
        let site = Site.forTests
        let hours = HoursPatterns()
        let links = LinkMailer(
            database: database, outbox: MailOutbox(.kept, domain: "noonish.test", key: .forTests), site: site,
            mailsPerDay: 200)
        let jobs = JobRunner(
            [links.worker], queue: JobQueue(), database: database, logger: Logger(label: "test"))
        let index = RestaurantIndex(
            database: database, words: try words.get(), hours: HoursPatterns(), logger: Logger(label: "test"))
        let routes =
            OutingRoutes(
                database: database, record: record, site: site, hours: hours, nearby: index
            ).routes
            + OriginRoutes(database: database, record: record).routes
            + AttendanceRoutes(database: database, record: record).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + LinkRoutes(database: database, sending: links, templates: try await templates()).routes
            + CompanionRoutes(database: database).routes
            + InvitationRoutes(
                database: database, record: record, site: site, hours: hours, nearby: index
            ).routes
            + InvitationPage(
                database: database, record: record, site: site, hours: hours, templates: try await templates()
            ).routes
        let table = RouteTable(
            routes, site: site,
            resolvers: [
                SessionAuthenticator(database, settings: AccountSettings()),
                InvitationTokenResolver(database: database),
            ])
        try await withSite(table, at: site) { site in
            try await test(
                Table(database: database, cast: cast, site: site, links: links, jobs: jobs, index: index))
        }
    }
}

private let repository = URL(filePath: TestServer.migrations).deletingLastPathComponent()
    .deletingLastPathComponent()

/// Read once: it is a hundred kilobytes.
private let words = Result {
    try CuisineVocabulary(file: repository.appending(path: "config/cuisines.yaml").path())
}

/// The templates that the program serves.
private func templates() async throws -> MustacheLibrary {
    try await MustacheLibrary(directory: repository.appending(path: "Sources/Web/templates").path())
}

extension Visitor {
    func patch(_ path: String, _ body: String, ifMatch tag: String) async throws -> TestSupport.Answer {
        try await patch(path, body, headers: [.ifMatch: tag])
    }
}
