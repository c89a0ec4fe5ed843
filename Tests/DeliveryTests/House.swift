import Access
import Accounts
import Decisions
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import Journal
import Mail
import Messages
import Mustache
import NoonishAPI
import Outings
import People
import Postgres
import Restaurants
import ServiceLifecycle
import TestSupport

@testable import Delivery
@testable import Live
@testable import News

/// The service with outings, updates and all their workers, its database and the cast around it.
struct House: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }

    /// A new outing of Leila's with Tom on its list.
    func lunch() async throws -> (id: OutingID, tag: String) {
        let answer = try await leila.post(
            "/v1/outings", #"{"title":"Lunch","invite":{"people":["\#(cast.tom.id)"]}}"#)
        guard let id = answer["id"].text.flatMap({ OutingID($0) }), let tag = answer.headers[.eTag] else {
            throw Unexpected(answer: answer)
        }
        return (id, tag)
    }

    /// Waits until everybody's inbox, guests' too, has what happened so far.
    func inboxesAreFull(of outing: OutingID) async throws {
        let full = Query<Bool>(
            "test.inboxes_full",
            """
            SELECT bool_and(w.sent_rev = o.rev)
              FROM outing_watch AS w
              JOIN outing AS o ON o.id = w.outing_id
             WHERE w.outing_id = \(outing) AND w.channel = 'inbox' AND w.live
            """
        ) { row throws(PostgresError) in try row.next() }
        _ = try await eventually("all inboxes are full") { try await database.one(full) ? true : nil }
    }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }

    /// The updates of a person once there are `count`.
    func updates(of visitor: Visitor, count: Int) async throws -> [JSONValue] {
        try await eventually("\(count) updates are there") {
            let items = try await visitor.get("/v1/updates?limit=100")["items"].elements
            return items.count >= count ? items : nil
        }
    }
}

/// Opens the house and runs `test` in it.
///
/// - Parameter ways: By which devices and webhooks are told; nil for none.
func inHouse(
    ways: SubscriptionChannels? = nil, _ test: @escaping @Sendable (House) async throws -> Void
) async throws {
    try await withDatabase { database in
        let cast = try await Cast(in: database)
        let resolvers: [any TokenResolver] = [
            SessionAuthenticator(database, settings: AccountSettings()),
            InvitationTokenResolver(database: database),
        ]
        let hub = StreamHub(
            database: database, catalogue: .shipped, kinds: .all, resolvers: resolvers, logger: Scene.logger)
        let wakeUps = WakeUpDispatcher(hub: hub)
        let record = OutingRecord(followers: [DecisionUpdater()], committed: { wakeUps.committed($0) })
        let outings = OutingEdits(record: record, site: .forTests, mailsPerDay: 200)
        let templates = try await MustacheLibrary(directory: webFolder.appending(path: "templates").path())
        let hours = HoursPatterns()
        let routes =
            OutingRoutes(
                database: database, record: record, site: .forTests,
                hours: hours
            ).routes
            + AttendanceRoutes(database: database, record: record).routes
            + InvitationRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + HostRoutes(database: database, record: record, hours: hours).routes
            + NudgeRoutes(database: database, record: record).routes
            + MessageRoutes(database: database, record: record).routes
            + HistoryRoutes(database: database, kinds: .all).routes
            + SuggestionRoutes(
                database: database, edits: SuggestionEdits(outings: outings, record: record)
            ).routes
            + PollRoutes(database: database, edits: PollEdits(outings: outings, record: record)).routes
            + PreferenceRoutes(database: database).routes
            + UpdateRoutes(database: database, kinds: .all).routes
            + StreamRoutes(database: database, hub: hub).routes
            + ClaimRoutes(
                database: database, record: record, site: .forTests, hours: hours,
                merging: GuestMerger(record: record, references: .all)
            ).routes
            + AccountRoutes(
                database, settings: AccountSettings(), site: .forTests,
                outbox: MailOutbox(.kept, domain: "noonish.test", key: .forTests),
                accessGuard: LocalhostGuard(
                    hasMailServer: false, host: "127.0.0.1", publicURL: "http://localhost:8080"),
                claims: GuestMerger(record: record, references: .all),
                signedOut: { wakeUps.signedOut($0) }
            ).routes
            + PeopleRoutes(
                database, site: .forTests, outbox: MailOutbox(.kept, domain: "noonish.test", key: .forTests),
                sharedOutings: OutingCompanions(database: database)
            ).routes
            + InvitationPage(
                database: database, record: record, site: .forTests, hours: hours, templates: templates
            ).routes
            + UnsubscribePage(database: database, templates: templates).routes
            + (ways.map { SubscriptionRoutes(database: database, ways: $0, site: .forTests).routes } ?? [])
        let mail = MailCarrier(
            database: database, transport: OutboxTransport(database, key: .forTests),
            from: try MailAddress("noonish@localhost"), site: .forTests)
        let services = Delivery.services(
            role: .both, database: database, hub: hub, wakeUps: wakeUps, record: record,
            carriers: [mail] + (ways?.carriers(on: database, key: .forTests, hours: hours) ?? []),
            catalogue: .shipped, kinds: .all,
            logger: Scene.logger)
        try await setWindows(quiet: .zero, maxWait: .zero, in: database)
        try await withThrowingTaskGroup { group in
            for service in services { group.addTask { try await service.run() } }
            try await withSite(RouteTable(routes, site: .forTests, resolvers: resolvers)) { site in
                try await test(House(database: database, cast: cast, site: site))
            }
            group.cancelAll()
        }
    }
}

/// Opens another process' part of the same service, as far as streams go: on the same database, with a hub and wakeUps of
/// its own.
func secondHouse(of house: House, _ test: @escaping @Sendable (TestSite) async throws -> Void) async throws {
    let database = house.database
    let resolvers: [any TokenResolver] = [
        SessionAuthenticator(database, settings: AccountSettings()),
        InvitationTokenResolver(database: database),
    ]
    let hub = StreamHub(
        database: database, catalogue: .shipped, kinds: .all, resolvers: resolvers, logger: Scene.logger)
    let wakeUps = WakeUpDispatcher(hub: hub)
    try await withThrowingTaskGroup { group in
        group.addTask {
            try await NotifyBroadcaster(database: database, wakeUps: wakeUps, logger: Scene.logger).run()
        }
        group.addTask { try await hub.run() }
        let routes =
            UpdateRoutes(database: database, kinds: .all).routes
            + StreamRoutes(database: database, hub: hub).routes
        try await withSite(RouteTable(routes, site: .forTests, resolvers: resolvers)) { site in
            try await test(site)
        }
        group.cancelAll()
    }
}

private let webFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/Web")
