import Access
import HTTPTypes
import JSON
import Jobs
import NoonishAPI
import Outings
import Postgres
import Restaurants
import TestSupport

/// Runs `test` with all routes of outings.
func withOutings(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            let index = RestaurantIndex(
                database: world.database, words: try .shipped(), hours: world.hours, logger: .forTests)
            world.add(index)
            let templates = try await Repository.templates()
            return world.outingRoutes(nearby: index)
                + DietCountRoutes(database: world.database).routes
                + OriginRoutes(database: world.database, record: world.record).routes
                + LinkRoutes(database: world.database, sending: world.links, templates: templates).routes
                + CompanionRoutes(database: world.database).routes
                + InvitationPage(
                    database: world.database, record: world.record, site: world.publicSite,
                    hours: world.hours, addresses: world.guestAddresses, templates: templates
                ).routes
                + GuestAddressRoutes(
                    database: world.database, edits: world.guestAddresses, templates: templates
                ).routes
        }, test)
}

/// An outing of Leila's, as its creation answered.
struct TestOuting: Sendable {
    let id: String
    let tag: String
    var path: String { "/v1/outings/\(id)" }
}

extension TestWorld {
    /// The directory; empty until a test fills its table and refreshes it.
    var index: RestaurantIndex { part() }

    var links: LinkMailer {
        LinkMailer(database: database, outbox: outbox, site: publicSite, mailsPerDay: 200)
    }

    var jobs: JobRunner {
        JobRunner([links.worker], queue: JobQueue(), database: database, logger: .forTests)
    }

    /// A new outing of Leila's; `members` are further members of the body.
    func outing(_ members: String = "") async throws -> TestOuting {
        let body = #"{"title":"Thursday lunch"\#(members.isEmpty ? "" : ",")\#(members)}"#
        let answer = try await leila.post("/v1/outings", body)
        guard answer.status == .created, let id = answer["id"].text, let tag = answer.headers[.eTag] else {
            throw Unexpected(answer)
        }
        return TestOuting(id: id, tag: tag)
    }

    /// Makes an outing one that ended an hour ago.
    func end(_ outing: String) async throws {
        try await run(
            """
            UPDATE outing
               SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour',
                   starts_wall = timezone('UTC', now()) - interval '2 hours',
                   ends_wall = timezone('UTC', now()) - interval '1 hour', time_zone = 'UTC'
             WHERE id = \(OutingID(outing))
            """)
    }

    /// Checks what concerns outings.
    func isSound() async throws -> Bool {
        try await isSound(
            "seats", "waitlist", "revisions", "hosts", "behind", "attendance_copies", "place_checks")
    }
}

extension TestWorld {
    /// A circle of `owner`.
    func circle(of owner: Cast.Member, _ members: [Cast.Member]) async throws -> CircleID {
        let id = CircleID.make()
        try await run("INSERT INTO circle (id, owner_id, name) VALUES (\(id), \(owner.id), 'Lunch')")
        try await run(
            """
            INSERT INTO circle_member (circle_id, person_id) SELECT \(id), unnest(\(members.map(\.id)))
            """)
        return id
    }

    /// Writes what a block leaves in the tables of People.
    func block(_ blocker: Cast.Member, _ other: Cast.Member) async throws {
        try await run("INSERT INTO person_block (person_id, other_id) VALUES (\(blocker.id), \(other.id))")
        try await run(
            """
            DELETE FROM friendship
             WHERE low_id = least(\(blocker.id), \(other.id)) AND high_id = greatest(\(blocker.id), \(other.id))
            """)
    }

    /// Counts the watches by mail of the invitee at `address`.
    func watchesByMail(_ address: String, _ outing: String) async throws -> Int {
        try await one(
            """
            SELECT count(*)
              FROM outing_watch AS w
              JOIN invitation AS i ON i.outing_id = w.outing_id AND i.person_id = w.person_id
             WHERE i.outing_id = \(OutingID(outing)) AND i.address = \(address) AND w.channel = 'mail' AND w.live
            """)
    }

    /// Returns the languages of the guests.
    func guestLocales() async throws -> [String?] {
        try await all("SELECT locale FROM person WHERE kind = 'guest' ORDER BY id")
    }
}
