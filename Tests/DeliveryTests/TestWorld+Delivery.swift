import Access
import Decisions
import Foundation
import HTTPTypes
import JSON
import Journal
import Mail
import Mustache
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Accounts
@testable import Delivery
@testable import Live
@testable import News

extension TestWorld {
    var hub: StreamHub { part() }
    var wakeUps: WakeUpDispatcher { part() }
    var merger: GuestMerger { GuestMerger(record: record, references: .all) }

    /// Adds a hub of streams, which every edit wakes up.
    mutating func addStreams(
        resolvers: [any TokenResolver]? = nil, followers: [any JournalFollower] = [DecisionUpdater()]
    ) {
        let hub = StreamHub(
            database: database, catalogue: .shipped, kinds: .all, resolvers: resolvers ?? self.resolvers,
            logger: .silent)
        let wakeUps = WakeUpDispatcher(hub: hub)
        add(hub)
        add(wakeUps)
        record = OutingRecord(followers: followers, committed: { wakeUps.committed($0) })
    }

    /// The routes of the inbox and of streams.
    var updateRoutes: [Route] {
        UpdateRoutes(database: database, kinds: .all, merging: merger).routes
            + StreamRoutes(database: database, hub: hub).routes
    }

    func fanOutAll() async throws {
        let fanOut = FanOut(database: database, wakeUps: wakeUps)
        while try await fanOut.runOnce() {}
    }

    /// Delivers what is due to the inboxes, or by `carrier`.
    func deliverAll(by carrier: (any Carrier)? = nil) async throws {
        try await fanOutAll()
        if let carrier {
            let worker = DeliveryWorker(
                carrier, database: database, catalogue: .shipped, kinds: .all, logger: .silent)
            while try await worker.runOnce() {}
        } else {
            let worker = InboxDeliveryWorker(
                database: database, kinds: .all, wakeUps: wakeUps, logger: .silent)
            while try await worker.runOnce() {}
        }
    }

    /// Makes everything due that waits, instead of waiting for it.
    func passTime(_ channel: News.Channel? = nil) async throws {
        let name = channel?.rawValue
        try await run(
            "UPDATE delivery SET due_at = now(), latest = now() WHERE channel = coalesce(\(name), channel)")
    }
}

/// Runs `test` with the routes of outings, members and their updates, and all workers of the service.
///
/// - Parameter channels: By which devices and webhooks are notified; `nil` for none.
func withDelivery(
    channels: SubscriptionChannels? = nil, _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            world.addStreams()
            try await setWindows(quiet: .zero, maxWait: .zero, in: world.database)
            let mail = MailCarrier(
                database: world.database, transport: OutboxTransport(world.database, key: .forTests),
                from: try MailAddress("noonish@localhost"), site: world.publicSite)
            world.services = Delivery.services(
                role: .both, database: world.database, hub: world.hub, wakeUps: world.wakeUps,
                record: world.record,
                carriers: [mail]
                    + (channels?.carriers(on: world.database, key: .forTests, hours: world.hours) ?? []),
                catalogue: .shipped, kinds: .all, logger: .silent)
            return try await world.deliveryRoutes(channels)
        }, test)
}

extension TestWorld {
    fileprivate func deliveryRoutes(_ channels: SubscriptionChannels?) async throws -> [Route] {
        let templates = try await Repository.templates()
        let wakeUps = wakeUps
        let pages: [Route] =
            InvitationPage(
                database: database, record: record, site: publicSite, hours: hours,
                addresses: guestAddresses, templates: templates
            ).routes
            + GuestAddressRoutes(database: database, edits: guestAddresses, templates: templates).routes
            + UnsubscribePage(database: database, templates: templates).routes
        let rooms: [Route] =
            NudgeRoutes(database: database, record: record).routes
            + HistoryRoutes(database: database, kinds: .all).routes
            + PreferenceRoutes(database: database).routes
            + ClaimRoutes(outingServices(), merging: merger).routes
            + (channels.map { SubscriptionRoutes(database: database, ways: $0, site: publicSite).routes }
                ?? [])
        return outingRoutes(merging: merger) + messageRoutes() + decisionRoutes + updateRoutes + rooms + pages
            + memberRoutes(claims: merger, signedOut: { wakeUps.signedOut($0) })
    }

    /// Creates an outing of Leila's with Tom on its list.
    func lunch() async throws -> (id: OutingID, tag: String) {
        let answer = try await leila.post(
            "/v1/outings", #"{"title":"Lunch","invite":{"people":["\#(cast.tom.id)"]}}"#)
        guard let id = answer["id"].text.flatMap({ OutingID($0) }), let tag = answer.headers[.eTag] else {
            throw Unexpected(answer)
        }
        return (id, tag)
    }

    /// Returns the only value of a query.
    func value(_ statement: String) async throws -> String? {
        try await database.run(script: statement).first?.first ?? nil
    }

    /// Returns the only value of a query as a number.
    func number(_ query: String) async throws -> Int {
        try #require(try await value(query).flatMap { Int($0) })
    }

    /// Waits until a query's only value is this.
    func expect(_ statement: String, is expected: String) async throws {
        let _: Bool = try await eventually("\(statement) is \(expected)") {
            try await value(statement) == expected ? true : nil
        }
    }

    /// Waits until every inbox, guests' too, has what has happened so far.
    func waitForInboxes(of outing: OutingID) async throws {
        _ = try await eventually("all inboxes are up to date") {
            let isFull: Bool = try await one(
                """
                SELECT bool_and(w.sent_rev = o.rev)
                  FROM outing_watch AS w
                  JOIN outing AS o ON o.id = w.outing_id
                 WHERE w.outing_id = \(outing) AND w.channel = 'inbox' AND w.live
                """)
            return isFull ? true : nil
        }
    }

    /// Returns the updates of a person once there are `count`.
    func updates(of visitor: Visitor, count: Int) async throws -> [JSONValue] {
        try await eventually("\(count) updates have arrived") {
            let items = try await visitor.get("/v1/updates?limit=100")["items"].elements
            return items.count >= count ? items : nil
        }
    }

    /// Serves streams as another process of the same service does: on the same database, with a hub of its own.
    func withSecondProcess(_ test: @escaping @Sendable (TestSite) async throws -> Void) async throws {
        var other = self
        other.addStreams()
        let (hub, wakeUps, routes) = (other.hub, other.wakeUps, other.updateRoutes)
        try await withThrowingTaskGroup { [database, resolvers, publicSite] group in
            group.addTask {
                try await NotifyBroadcaster(database: database, wakeUps: wakeUps, logger: .silent).run()
            }
            group.addTask { try await hub.run() }
            try await withSite(RouteTable(routes, site: publicSite, resolvers: resolvers)) { site in
                try await test(site)
            }
            group.cancelAll()
        }
    }
}
