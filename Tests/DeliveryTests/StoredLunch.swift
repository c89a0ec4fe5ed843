import Access
import Foundation
import Journal
import Localization
import Logging
import NoonishAPI
import Outings
import Postgres
import TestSupport
import Testing

@testable import Delivery
@testable import Live
@testable import News

/// An attendee's answer; `TestSupport.Answer` is a response.
typealias Answer = Outings.Answer

/// A lunch of Leila's in Helsinki, written to the tables as Outings writes it, for tests that need no routes.
/// Members have no email addresses until a test adds them.
struct StoredLunch: Sendable {
    let world: TestWorld
    let id = OutingID.make()
    /// Hosts the outing.
    let leila: PersonID
    /// Invited when a test says so, as Mei is.
    let tom: PersonID
    let mei: PersonID

    var database: PostgresClient { world.database }

    /// Revision 1 is delivered.
    fileprivate init(in world: TestWorld) async throws {
        self.world = world
        (leila, tom, mei) = (world.cast.leila.id, world.cast.tom.id, world.cast.mei.id)
        try await world.run("DELETE FROM person_email")
        try await world.run(
            "INSERT INTO outing (id, host_id, title, time_zone) VALUES (\(id), \(leila), 'Lunch', 'Europe/Helsinki')"
        )
        try await seat(leila, "host", "attending")
        try await watch(leila, [.inbox], sentRev: 1)
        try await edit([.attendee(leila, from: nil, to: Answer(role: .host, status: .attending))], by: leila)
        try await deliverAll()
    }

    /// Puts a person on the list, with watches as an invitation makes them.
    func invite(
        _ person: PersonID, by host: PersonID? = nil, on channels: [News.Channel] = [.inbox],
        address: String? = nil
    ) async throws {
        let rev = try await revision()
        try await seat(person, "invitee", "invited")
        let invitation = InvitationID.make()
        try await world.run(
            """
            INSERT INTO invitation (outing_id, id, person_id, channel, address, token_hash, invited_by)
            VALUES (\(id), \(invitation), \(person), \(address == nil ? "person" : "mail"), \(address),
                   \(TokenHash(invitation.description).bytes), \(host ?? leila))
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE SET ended_at = NULL
            """)
        try await watch(person, channels, sentRev: rev)
        try await edit([.attendee(person, from: nil, to: Answer())], by: host ?? leila)
    }

    /// Writes what `outings.begin_watches` of Outings does.
    func watch(_ person: PersonID, _ channels: [News.Channel], sentRev: Int) async throws {
        for channel in channels {
            try await world.run(
                """
                INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
                VALUES (\(id), \(WatchID.make()), \(person), \(channel.rawValue), \(sentRev))
                    ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO UPDATE
                   SET live = true, leaving = false, ended_at = NULL, sent_rev = excluded.sent_rev
                """)
        }
    }

    func remove(_ person: PersonID, was answer: Answer = Answer()) async throws {
        try await world.run("DELETE FROM attendance WHERE outing_id = \(id) AND person_id = \(person)")
        try await world.run(
            "UPDATE outing_watch SET leaving = true WHERE outing_id = \(id) AND person_id = \(person) AND live"
        )
        try await edit([.attendee(person, from: answer, to: nil)], by: leila)
    }

    private func seat(_ person: PersonID, _ role: String, _ status: String) async throws {
        try await world.run(
            """
            INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
            VALUES (\(id), \(person), \(AttendanceID.make()), \(role), \(status),
                   CASE WHEN \(status) <> 'invited' THEN now() END)
            """)
    }

    /// Sets the answer that the list shows; ``edit(_:by:urgent:)`` records the change.
    func answer(_ person: PersonID, _ status: AttendanceStatus, partySize: Int = 1) async throws {
        try await world.run(
            """
            UPDATE attendance SET status = \(status.rawValue), party_size = \(partySize)::bigint::int,
                   responded_at = now()
             WHERE outing_id = \(id) AND person_id = \(person)
            """)
    }

    /// Records changes in a transaction of their own, as every edit of Outings does.
    @discardableResult
    func edit(_ changes: [Change], by person: PersonID?, urgent: Bool = false) async throws -> Int {
        try await database.transaction { transaction in
            try await world.record.record(changes, of: id, by: person, urgent: urgent, in: transaction).rev
        }
    }

    func rename(_ old: String, _ new: String, by person: PersonID? = nil) async throws {
        try await world.run("UPDATE outing SET title = \(new) WHERE id = \(id)")
        try await edit([.title(from: old, to: new)], by: person ?? leila)
    }

    func revision() async throws -> Int { try await world.one("SELECT rev FROM outing WHERE id = \(id)") }

    /// Returns the only value of a query as a number.
    func number(_ query: String) async throws -> Int { try await world.number(query) }

    /// Counts the queued deliveries to a person that fulfil a condition.
    func pending(_ person: PersonID, where condition: String = "true") async throws -> Int {
        try await number(
            """
            SELECT count(*) FROM delivery JOIN outing_watch USING (outing_id, channel)
             WHERE outing_watch.id = delivery.watch_id AND person_id = '\(person)' AND (\(condition))
            """)
    }

    func watch(of person: PersonID, _ channel: News.Channel = .inbox) async throws -> WatchID {
        try await world.one(
            "SELECT id FROM outing_watch WHERE person_id = \(person) AND channel = \(channel.rawValue)")
    }

    func fanOutAll() async throws { try await world.fanOutAll() }

    func deliverAll() async throws { try await world.deliverAll() }

    func passTime(_ channel: News.Channel) async throws { try await world.passTime(channel) }

    /// Returns the sentences of a person's inbox, oldest first.
    func inbox(_ person: PersonID) async throws -> [String] {
        try await UpdateReading(database: database, catalogue: .shipped, kinds: .all)
            .updates([InboxRequest(person: person, after: 0, outing: nil)], limit: 1_000)[0].map(\.text)
    }

    /// Expects that the checks of `sql/checks` pass that these tables can hold.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let broken = try await brokenChecks(in: database, ["behind", "revisions", "inbox", "ended_watches"])
        #expect(broken.isEmpty, sourceLocation: sourceLocation)
    }
}

/// Runs `test` with a lunch and no routes.
///
/// - Parameter resolvers: Identify the callers of streams.
func withStoredLunch(
    resolvers: [any TokenResolver] = [], _ test: @escaping @Sendable (StoredLunch) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            world.addStreams(resolvers: resolvers, followers: [])
            return []
        }, { world in try await test(try await StoredLunch(in: world)) })
}

/// Returns the language of a person whose request asks for none.
func shippedLanguage(of locale: String?) -> Language { Catalogue.shipped.language(of: locale) }
