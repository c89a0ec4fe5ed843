import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import People
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Circles
@testable import Moderation

/// The feature as it runs, on a database of its own.
struct House: Sendable {
    let database: PostgresClient
    let site: TestSite
    let clock: TestClock
    let signIn: SignInEdits

    /// Everything that was mailed to `address`, newest first.
    func mails(to address: String) async throws -> [JSONValue] {
        try await site.program().get("/dev/outbox?to=\(address)").json["items"].elements
    }

    func newestMail(to address: String) async throws -> JSONValue {
        try #require(try await mails(to: address).first)
    }

    /// Asks for a mail and returns it.
    func askForMail(to address: String, as visitor: Visitor? = nil) async throws -> JSONValue {
        let asked = try await (visitor ?? site.program()).post("/v1/auth/email", #"{"email":"\#(address)"}"#)
        try #require(asked.status == .accepted)
        return try await newestMail(to: address)
    }

    /// A program that is signed in as the owner of `address`.
    func signedIn(_ address: String) async throws -> Visitor {
        let mail = try await askForMail(to: address)
        let session = try await site.program().verify(code: mail["code"].text, of: address)
        let token: String = try #require(session["token"].text)
        return site.program(token: token)
    }

    /// A browser that is signed in as the owner of `address`.
    func signedInBrowser(_ address: String) async throws -> Visitor {
        let browser = site.browser()
        let mail = try await askForMail(to: address, as: browser)
        try #require(try await browser.verify(code: mail["code"].text, of: address).status == .ok)
        return browser
    }
}

/// Runs `test` against the routes of this feature alone.
///
/// - Parameters:
///   - claims: What makes guests members.
///   - more: Routes beside those of everybody.
func withHouse(
    settings: AccountSettings = AccountSettings(), at site: Site = .forTests,
    delivery: MailOutbox.Delivery = .kept, providers: IdentityProviders = .none,
    claims: @escaping @Sendable () -> (any GuestClaims)? = { nil },
    more: @escaping @Sendable (PostgresClient, MailOutbox) -> [Route] = { _, _ in [] },
    _ test: @escaping @Sendable (House) async throws -> Void
) async throws {
    try await withDatabase { database in
        let clock = TestClock()
        let outbox = MailOutbox(delivery, domain: "noonish.test", key: .forTests)
        let accounts = AccountRoutes(
            database, settings: settings, site: site, outbox: outbox,
            accessGuard: LocalhostGuard(
                hasMailServer: false, host: "127.0.0.1", publicURL: "http://localhost:8080"),
            providers: providers, claims: claims(), clock: clock.peopleClock)
        let outings = Attendances(database: database)
        let people = PeopleRoutes(database, site: site, outbox: outbox, sharedOutings: outings)
        let circles = CircleRoutes(database, sharedOutings: outings)
        let reports = ReportRoutes(
            database: database, acquaintance: Acquaintance(database: database, sharedOutings: outings))
        let table = RouteTable(
            accounts.routes + people.routes + circles.routes + reports.routes + more(database, outbox),
            site: site,
            resolvers: [SessionAuthenticator(database, settings: settings, clock: clock.peopleClock)],
            audit: { try await database.audit($0) })
        let signIn = SignInEdits(
            database, settings: settings, site: site, outbox: outbox, clock: clock.peopleClock)
        try await withSite(table, at: site) { running in
            try await test(House(database: database, site: running, clock: clock, signIn: signIn))
        }
    }
}

/// The database's clock, until somebody turns it.
final class TestClock: Sendable {
    private let time = Mutex<Date?>(nil)

    var peopleClock: AccountClock { AccountClock { self.time.withLock { $0 } } }

    func advance(by seconds: Double) {
        time.withLock { $0 = ($0 ?? Date()).addingTimeInterval(seconds) }
    }
}

/// Reads who met whom where the feature that owns outings writes it.
struct Attendances: SharedOutings {
    let database: PostgresClient

    func haveSharedOuting(_ one: PersonID, _ other: PersonID) async throws -> Bool {
        try await database.one(.haveSharedOuting(one, other))
    }

    func companions(of person: PersonID, among others: [PersonID]) async throws -> Set<PersonID> {
        var met: Set<PersonID> = []
        for other in others where try await haveSharedOuting(person, other) { met.insert(other) }
        return met
    }
}

extension Query where Row == Bool {
    fileprivate static func haveSharedOuting(_ one: PersonID, _ other: PersonID) -> Self {
        Query(
            "test.have_shared_outing",
            """
            SELECT EXISTS (SELECT FROM attendance AS a
                             JOIN attendance AS b ON b.outing_id = a.outing_id
                            WHERE a.person_id = \(one) AND b.person_id = \(other))
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Query where Row == Int {
    /// The first column of the only row.
    static func count(_ name: String, _ sql: SQL) -> Self {
        Query(name, sql) { row throws(PostgresError) in try row.next() }
    }
}

extension Visitor {
    func verify(code: String?, of address: String) async throws -> Answer {
        try await post("/v1/auth/email/verify", #"{"email":"\#(address)","code":"\#(code ?? "none")"}"#)
    }

    func verify(token: String?) async throws -> Answer {
        try await post("/v1/auth/email/verify", #"{"token":"\#(token ?? "none")"}"#)
    }

    func id() async throws -> String {
        try #require(try await get("/v1/me").json["id"].text)
    }
}

extension JSONValue {
    /// The token in the link of a sign-in mail.
    var linkToken: String? {
        guard let link = self["links"][0].text, let start = link.firstRange(of: "?token=") else { return nil }
        return String(link[start.upperBound...])
    }
}

/// A code that is not `code`.
func otherCode(_ code: JSONValue) -> String { code.text == "00000000" ? "00000001" : "00000000" }
