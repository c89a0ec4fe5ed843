import Access
import Accounts
import Calendars
import Fetch
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import CalendarFeeds
@testable import Delivery
@testable import Live
@testable import Mail
@testable import News

/// Runs `test` with the routes of outings and calendars, and mail in both directions. Mail goes out when a test delivers it.
///
/// - Parameters:
///   - repliesAreRead: Whether mail reaches the service.
///   - transport: `nil` to keep what is sent.
func withCalendarMail(
    repliesAreRead: Bool = true, through transport: (any MailTransport)? = nil,
    _ test: @escaping @Sendable (TestWorld) async throws -> Void
) async throws {
    try await withWorld(
        serving: { world in
            let database = world.database
            world.addStreams()
            world.outbox = MailOutbox(.kept, domain: "noonish.example", key: .forTests)
            let sent = SentMail()
            world.add(sent)
            world.add(
                MailCarrier(
                    database: database, transport: transport ?? sent,
                    from: try MailAddress("table@noonish.example", name: "Noonish"),
                    inbound: repliesAreRead ? world.inboundAddresses : nil, site: world.publicSite))
            let secret = try #require(InboundSecret(hookSecret))
            let templates = try await Repository.templates()
            return world.outingRoutes() + world.decisionRoutes + world.updateRoutes
                + UnsubscribePage(database: database, templates: templates).routes
                + CalendarRoutes(database: database).routes
                + InboundRoutes(mailbox: world.mailbox, secret: secret).routes
        }, test)
}

/// 32 bytes, as an operator writes them down.
let hookSecret = "whsec_" + Data(repeating: 9, count: 32).base64EncodedString()

extension TestWorld {
    /// The address of Ada, who has no account.
    static let ada = "ada@example.com"

    var inboundAddresses: InboundAddresses { InboundAddresses(domain: "noonish.example", key: .forTests) }

    var mailbox: InboundMail {
        InboundMail(
            database: database, attendances: AttendanceEdits(record: record), suggestions: suggestions,
            addresses: inboundAddresses, outbox: outbox, site: publicSite, logger: .silent)
    }

    /// Delivers everything that is pending and returns what went to `address` just now.
    @discardableResult
    func deliverMail(to address: String = ada) async throws -> [MailMessage] {
        try await fanOutAll()
        try await passTime()
        try await deliverAll(by: part(MailCarrier.self))
        return part(SentMail.self).takeAll().filter { $0.to.address == address }
    }

    /// Creates Leila's lunch at half past twelve in Helsinki, to which Ada is invited by mail.
    func mailedLunch(
        _ fields: String = #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#
    ) async throws -> MailedLunch {
        let answer = try await leila.post(
            "/v1/outings",
            #"{"title":"Lunch",\#(fields),"invite":{"emails":["\#(Self.ada)"],"people":["\#(cast.tom.id)"]}}"#
        )
        let id = try #require(answer["id"].text.flatMap { OutingID($0) }, "\(answer)")
        return MailedLunch(world: self, id: id, path: "/v1/outings/\(id)")
    }

    /// Returns Ada's status.
    func status(_ lunch: MailedLunch) async throws -> String? {
        let statuses: [String] = try await all(
            """
            SELECT a.status FROM attendance AS a JOIN invitation AS i USING (outing_id, person_id)
             WHERE a.outing_id = \(lunch.id) AND i.address = \(Self.ada)
            """)
        return statuses.first
    }

    /// Adds a restaurant in Providence whose source requires an attribution.
    func restaurant(attribution: String) async throws -> RestaurantID {
        let id = RestaurantID.make()
        try await run(
            """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('osm', 'OpenStreetMap', 'ODbL', \(attribution), 'https://www.openstreetmap.org/copyright')
            """)
        try await run(
            """
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, street)
            VALUES (\(id), 'osm', 'n1', 'Kabob & Curry', 'restaurant', 41.8271, -71.4002, 'Thayer St 261')
            """)
        return id
    }
}

extension MailMessage {
    /// The attached calendar; `nil` if there is none.
    func document() throws -> CalendarComponent? {
        try calendar.map { part in
            let document = try CalendarComponent(parsing: Array(part.text.utf8))
            #expect(document["METHOD"]?.value == part.method)
            return document
        }
    }
}

struct MailedLunch: Sendable {
    let world: TestWorld
    let id: OutingID
    let path: String

    func edit(_ patch: String) async throws {
        let tag = try #require(try await world.leila.get(path).headers[.eTag])
        let answer = try await world.leila.patch(path, patch, ifMatch: tag)
        try #require(answer.status == .ok, "\(answer)")
    }

    /// The answer of Ada's calendar to `message`.
    func reply(
        to message: MailMessage, _ participation: String, method: String = "REPLY",
        stamp: String = "20240101T120000Z",
        attendee: String = TestWorld.ada, sequence: Int? = nil, more: [String] = []
    ) throws -> (recipient: String, message: [UInt8]) {
        let event = try #require(try message.document()?.components("VEVENT").first)
        let organizer = try #require(event["ORGANIZER"]?.value.dropFirst("mailto:".count))
        let number = try sequence ?? #require(event["SEQUENCE"].flatMap { Int($0.value) })
        let lines =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Calendar//EN", "METHOD:\(method)",
                "BEGIN:VEVENT",
                "UID:\(event["UID"]?.value ?? "")", "SEQUENCE:\(number)", "DTSTAMP:\(stamp)",
                "ATTENDEE;PARTSTAT=\(participation):mailto:\(attendee)",
            ] + more + ["END:VEVENT", "END:VCALENDAR", ""]
        var mail = MailMessage(
            id: try MessageID("reply.1", domain: "example.com"),
            date: Date(timeIntervalSince1970: 1_793_534_400),
            from: try MailAddress("eve@example.net"), to: try MailAddress(String(organizer)),
            subject: "Accepted: Lunch",
            text: "Accepted")
        mail.calendar = try CalendarPart(method: method, text: lines.joined(separator: "\r\n"))
        return (String(organizer), mail.encoded())
    }
}

/// Keeps what is sent. Sending through a real server has its own test.
final class SentMail: MailTransport {
    private let messages = Mutex<[MailMessage]>([])

    func send(_ message: MailMessage) async throws(MailSendError) { messages.withLock { $0.append(message) } }

    func takeAll() -> [MailMessage] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// Runs `test` with a mail server without TLS, and a transport to it.
func withMailServer(_ test: (SMTPTransport, PythonServer) async throws -> Void) async throws {
    try await PythonServer.run("smtp_server.py") { server in
        let configuration = try MailConfiguration(
            url: "smtp://127.0.0.1:\(server.port)/our.host.name?tls=none", from: "table@noonish.example")
        let client = try FetchClient(FetchConfiguration(userAgent: "UpdatesTests/1.0"), logger: .silent)
        do { try await test(SMTPTransport(configuration, client: client), server) } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}
