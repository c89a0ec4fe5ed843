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

/// Of an attendee; TestSupport has one of HTTP.
typealias Answer = Outings.Answer

/// A lunch in Helsinki with the people of the tests, written to the tables as Outings writes them.
struct Scene: Sendable {
    let database: PostgresClient
    let hub: StreamHub
    let wakeUps: WakeUpDispatcher
    let record: OutingRecord
    let outing = OutingID.make()
    /// Hosts the outing.
    let leila = PersonID.make()
    /// Is asked along first.
    let omar = PersonID.make()
    /// Is asked along when a test says so.
    let ines = PersonID.make()

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Leila hosts "Lunch"; revision 1 is told.
    init(_ database: PostgresClient, resolvers: [any TokenResolver] = []) async throws {
        self.database = database
        hub = StreamHub(
            database: database, catalogue: .shipped, kinds: .all, resolvers: resolvers, logger: Self.logger)
        let wakeUps = WakeUpDispatcher(hub: hub)
        self.wakeUps = wakeUps
        record = OutingRecord(committed: { wakeUps.committed($0) })
        for (person, name) in [(leila, "Leila"), (omar, "Omar"), (ines, "Ines")] {
            try await database.execute(
                Command(
                    "test.person", "INSERT INTO person (id, kind, name) VALUES (\(person), 'member', \(name))"
                ))
        }
        try await database.execute(
            Command(
                "test.outing",
                """
                INSERT INTO outing (id, host_id, title, time_zone) VALUES (\(outing), \(leila), 'Lunch', 'Europe/Helsinki')
                """))
        try await seat(leila, "host", "attending")
        try await watch(leila, [.inbox], sentRev: 1)
        try await edit([.attendee(leila, from: nil, to: Answer(role: .host, status: .attending))], by: leila)
        try await deliverAll()
    }

    /// Puts somebody on the list, with watches as an invitation makes them.
    func invite(
        _ person: PersonID, by host: PersonID? = nil, on channels: [News.Channel] = [.inbox],
        address: String? = nil
    ) async throws {
        let rev = try await revision()
        try await seat(person, "invitee", "invited")
        let invitation = InvitationID.make()
        try await database.execute(
            Command(
                "test.invitation",
                """
                INSERT INTO invitation (outing_id, id, person_id, channel, address, token_hash, invited_by)
                VALUES (\(outing), \(invitation), \(person), \(address == nil ? "person" : "mail"), \(address),
                       \(TokenHash(invitation.description).bytes), \(host ?? leila))
                    ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE SET ended_at = NULL
                """))
        try await watch(person, channels, sentRev: rev)
        try await edit([.attendee(person, from: nil, to: Answer())], by: host ?? leila)
    }

    /// What `outings.begin_watches` of Outings writes.
    func watch(_ person: PersonID, _ channels: [News.Channel], sentRev: Int) async throws {
        for channel in channels {
            try await database.execute(
                Command(
                    "test.watch",
                    """
                    INSERT INTO outing_watch (outing_id, id, person_id, channel, sent_rev)
                    VALUES (\(outing), \(WatchID.make()), \(person), \(channel.rawValue), \(sentRev))
                        ON CONFLICT ON CONSTRAINT outing_watch_once_an_endpoint DO UPDATE
                       SET live = true, leaving = false, ended_at = NULL, sent_rev = excluded.sent_rev
                    """))
        }
    }

    func remove(_ person: PersonID, was answer: Answer = Answer()) async throws {
        try await database.execute(
            Command(
                "test.unseat", "DELETE FROM attendance WHERE outing_id = \(outing) AND person_id = \(person)")
        )
        try await database.execute(
            Command(
                "test.leaving",
                "UPDATE outing_watch SET leaving = true WHERE outing_id = \(outing) AND person_id = \(person) AND live"
            ))
        try await edit([.attendee(person, from: answer, to: nil)], by: leila)
    }

    private func seat(_ person: PersonID, _ role: String, _ status: String) async throws {
        try await database.execute(
            Command(
                "test.seat",
                """
                INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
                VALUES (\(outing), \(person), \(AttendanceID.make()), \(role), \(status),
                       CASE WHEN \(status) <> 'invited' THEN now() END)
                """))
    }

    /// Sets the answer that the list shows; the change is told by ``edit(_:by:urgent:)``.
    func answer(_ person: PersonID, _ status: AttendanceStatus, partySize: Int = 1) async throws {
        try await database.execute(
            Command(
                "test.answer",
                """
                UPDATE attendance SET status = \(status.rawValue), party_size = \(partySize)::bigint::int,
                       responded_at = now()
                 WHERE outing_id = \(outing) AND person_id = \(person)
                """))
    }

    /// Records changes in a transaction of their own, as every edit of Outings does.
    @discardableResult
    func edit(_ changes: [Change], by person: PersonID?, urgent: Bool = false) async throws -> Int {
        try await database.transaction { transaction in
            try await record.record(changes, of: outing, by: person, urgent: urgent, in: transaction).rev
        }
    }

    func rename(_ old: String, _ new: String, by person: PersonID? = nil) async throws {
        try await database.execute(
            Command("test.rename", "UPDATE outing SET title = \(new) WHERE id = \(outing)"))
        try await edit([.title(from: old, to: new)], by: person ?? leila)
    }

    func revision() async throws -> Int { try await number("SELECT rev FROM outing WHERE id = '\(outing)'") }

    /// The only value of a statement of the tests, as a number.
    func number(_ statement: String) async throws -> Int {
        let rows = try await database.run(script: statement)
        let text = try #require(rows.first?.first ?? nil)
        return try #require(Int(text))
    }

    /// Rows of `push` of one person that fulfil a condition.
    func pushed(_ person: PersonID, where condition: String = "true") async throws -> Int {
        try await number(
            """
            SELECT count(*) FROM delivery JOIN outing_watch USING (outing_id, channel)
             WHERE outing_watch.id = delivery.watch_id AND person_id = '\(person)' AND (\(condition))
            """)
    }

    func watch(of person: PersonID, _ channel: News.Channel = .inbox) async throws -> WatchID {
        let rows = try await database.run(
            script:
                "SELECT id FROM outing_watch WHERE person_id = '\(person)' AND channel = '\(channel.rawValue)'"
        )
        return try #require((rows.first?.first ?? nil).flatMap { WatchID($0) })
    }

    func fanOutAll() async throws {
        let fanOut = FanOut(database: database, wakeUps: wakeUps)
        while try await fanOut.turn() {}
    }

    /// Everything that is in the outbox or due reaches the inboxes.
    func deliverAll() async throws {
        try await fanOutAll()
        let deliver = InboxDeliveryWorker(
            database: database, kinds: .all, wakeUps: wakeUps, logger: Self.logger)
        while try await deliver.turn() {}
    }

    /// What a person's inbox says, oldest first.
    func inbox(_ person: PersonID) async throws -> [String] {
        try await UpdateReading(database: database, catalogue: .shipped, kinds: .all)
            .updates(of: person, after: 0, limit: 1_000).map(\.text)
    }

    /// Makes everything due that waits, instead of waiting for it.
    func passTime(_ channel: News.Channel) async throws {
        try await database.run(
            script: "UPDATE delivery SET due_at = now(), latest = now() WHERE channel = '\(channel.rawValue)'"
        )
    }

    /// The invariants of sql/checks that these tables can hold.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let broken = try await brokenChecks(in: database, ["behind", "revisions", "inbox", "ended_watches"])
        #expect(broken.isEmpty, sourceLocation: sourceLocation)
    }
}

/// The language of somebody whose request asks for none.
func shippedLanguage(of locale: String?) -> Language { Catalogue.shipped.language(of: locale) }
