import Access
import Accounts
import Calendars
import Decisions
import Fetch
import Foundation
import HTTPTypes
import JSON
import Journal
import Logging
import Mustache
import NoonishAPI
import Outings
import Postgres
import Restaurants
import Synchronization
import TestSupport
import Testing

@testable import CalendarFeeds
@testable import Delivery
@testable import Live
@testable import Mail
@testable import News

/// The service with outings and calendars, its mail in both directions, and the cast around it. News goes out when a test
/// says so.
struct PostOffice: Sendable {
    let database: PostgresClient
    let cast: Cast
    let site: TestSite
    let addresses: InboundAddresses
    let mailbox: InboundMail
    private let carrier: MailCarrier
    private let wakeUps: WakeUpDispatcher
    private let sent: SentMail

    var leila: Visitor { site.program(token: cast.leila.token) }
    var tom: Visitor { site.program(token: cast.tom.token) }
    /// Has no account.
    static let omar = "omar@example.com"

    init(
        _ database: PostgresClient, _ cast: Cast, _ site: TestSite, _ parts: PostParts
    ) {
        self.database = database
        self.cast = cast
        self.site = site
        addresses = parts.addresses
        mailbox = parts.mailbox
        carrier = parts.carrier
        wakeUps = parts.wakeUps
        sent = parts.sent
    }

    /// Everything that waits goes out. Returns what went to `address` just now.
    @discardableResult
    func deliver(to address: String = omar) async throws -> [MailMessage] {
        let fanOut = FanOut(database: database, wakeUps: wakeUps)
        while try await fanOut.turn() {}
        try await database.run(script: "UPDATE delivery SET due_at = now(), latest = now()")
        let deliver = DeliveryWorker(
            carrier, database: database, catalogue: .shipped, kinds: .all, logger: Scene.logger)
        while try await deliver.turn() {}
        return sent.takeAll().filter { $0.to.address == address }
    }

    /// Leila's lunch at half past twelve in Helsinki, to which Omar is asked by mail.
    func lunch(_ fields: String = #""startsAt":"2027-03-11T12:30","timeZone":"Europe/Helsinki""#) async throws
        -> Lunch
    {
        let answer = try await leila.post(
            "/v1/outings",
            #"{"title":"Lunch",\#(fields),"invite":{"emails":["\#(Self.omar)"],"people":["\#(cast.tom.id)"]}}"#
        )
        let id = try #require(answer["id"].text.flatMap { OutingID($0) }, "\(answer)")
        return Lunch(office: self, id: id, path: "/v1/outings/\(id)")
    }

    /// What a message says to a calendar; nil: nothing.
    static func document(_ message: MailMessage?) throws -> CalendarComponent? {
        try message?.calendar.map { part in
            let document = try CalendarComponent(parsing: Array(part.text.utf8))
            #expect(document["METHOD"]?.value == part.method)
            return document
        }
    }

    /// The status of whoever was asked by mail.
    func status(_ lunch: Lunch) async throws -> String? {
        try await database.run(
            script: """
                SELECT a.status FROM attendance AS a JOIN invitation AS i USING (outing_id, person_id)
                 WHERE a.outing_id = '\(lunch.id)' AND i.address = '\(Self.omar)'
                """
        ).first?.first ?? nil
    }

    /// Where one can eat, with what its source wants said.
    func restaurant(attribution: String) async throws -> RestaurantID {
        let id = RestaurantID.make()
        try await database.batch([
            Command(
                "test.source",
                """
                INSERT INTO restaurant_source (id, name, licence, attribution, url)
                VALUES ('osm', 'OpenStreetMap', 'ODbL', \(attribution), 'https://www.openstreetmap.org/copyright')
                """),
            Command(
                "test.restaurant",
                """
                INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, street)
                VALUES (\(id), 'osm', 'n1', 'Kabob & Curry', 'restaurant', 41.8271, -71.4002, 'Thayer St 261')
                """),
        ])
        return id
    }

    func count(_ query: String) async throws -> Int {
        let rows = try await database.run(script: query)
        return try #require((rows.first?.first ?? nil).flatMap { Int($0) })
    }
}

struct Lunch: Sendable {
    let office: PostOffice
    let id: OutingID
    let path: String

    func edit(_ patch: String) async throws {
        let tag = try #require(try await office.leila.get(path).headers[.eTag])
        let answer = try await office.leila.patch(path, patch, headers: [.ifMatch: tag])
        try #require(answer.status == .ok, "\(answer)")
    }

    /// An answer of Omar's calendar to the newest of `messages`, as it would come back.
    func reply(
        to message: MailMessage, _ participation: String, method: String = "REPLY",
        stamp: String = "20240101T120000Z",
        attendee: String = PostOffice.omar, sequence: Int? = nil, more: [String] = []
    ) throws -> (recipient: String, message: [UInt8]) {
        let event = try #require(try PostOffice.document(message)?.components("VEVENT").first)
        let organizer = try #require(event["ORGANIZER"]?.value.dropFirst("mailto:".count))
        let number = try sequence ?? #require(event["SEQUENCE"].flatMap { Int($0.value) })
        let lines =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Else//EN", "METHOD:\(method)",
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

/// What a post office is made of before it opens.
struct PostParts: Sendable {
    let addresses: InboundAddresses
    let mailbox: InboundMail
    let carrier: MailCarrier
    let wakeUps: WakeUpDispatcher
    let sent: SentMail
}

/// Keeps what is sent. The other way mail goes, through a real server, has its own test.
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

/// A mail server without TLS, and the way to it.
func withMailServer(_ test: (SMTPTransport, PythonServer) async throws -> Void) async throws {
    try await PythonServer.run("smtp_server.py") { server in
        let configuration = try MailConfiguration(
            url: "smtp://127.0.0.1:\(server.port)/our.host.name?tls=none", from: "table@noonish.example")
        let client = try FetchClient(FetchConfiguration(userAgent: "UpdatesTests/1.0"), logger: Scene.logger)
        do { try await test(SMTPTransport(configuration, client: client), server) } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}

/// Opens the post office and runs `test` in it.
///
/// - Parameter repliesAreRead: False: no mail reaches us.
func withPostOffice(
    repliesAreRead: Bool = true, through transport: (any MailTransport)? = nil,
    _ test: @escaping @Sendable (PostOffice) async throws -> Void
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
        let addresses = InboundAddresses(domain: "noonish.example", key: .forTests)
        let suggestions = SuggestionEdits(
            outings: OutingEdits(record: record, site: .forTests, mailsPerDay: 200), record: record)
        let mailbox = InboundMail(
            database: database, attendances: AttendanceEdits(record: record), suggestions: suggestions,
            addresses: addresses, outbox: MailOutbox(.kept, domain: "noonish.example", key: .forTests),
            site: .forTests,
            logger: Scene.logger)
        let sent = SentMail()
        let carrier = MailCarrier(
            database: database, transport: transport ?? sent,
            from: try MailAddress("table@noonish.example", name: "Noonish"),
            inbound: repliesAreRead ? addresses : nil, site: .forTests)
        let templates = try await MustacheLibrary(directory: webTemplates)
        let secret = try #require(InboundSecret(hookSecret))
        let hours = HoursPatterns()
        let routes =
            OutingRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + AttendanceRoutes(database: database, record: record).routes
            + InvitationRoutes(database: database, record: record, site: .forTests, hours: hours).routes
            + UpdateRoutes(database: database, kinds: .all).routes
            + StreamRoutes(database: database, hub: hub).routes
            + UnsubscribePage(database: database, templates: templates).routes
            + CalendarRoutes(database: database).routes
            + SuggestionRoutes(database: database, edits: suggestions).routes
            + InboundRoutes(mailbox: mailbox, secret: secret).routes
        let parts = PostParts(
            addresses: addresses, mailbox: mailbox, carrier: carrier, wakeUps: wakeUps, sent: sent)
        try await withSite(RouteTable(routes, site: .forTests, resolvers: resolvers)) { site in
            try await test(PostOffice(database, cast, site, parts))
        }
    }
}

/// 32 bytes, as an operator writes them down.
let hookSecret = "whsec_" + Data(repeating: 9, count: 32).base64EncodedString()

private let webTemplates = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Web/templates").path()
