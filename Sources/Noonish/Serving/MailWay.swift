import Access
import Fetch
import Foundation
import Logging
import Mail
import People
import Postgres
import Updates

/// How mail leaves this service.
enum MailWay: Sendable {
    /// Through the operator's mail server.
    case server(SMTPTransport, FetchClient)
    /// Not at all; kept for the person at this machine to read.
    case kept
    /// Not at all.
    case none

    /// - Throws: ``Refusal`` with what is wrong about the mail settings, never with the password in them.
    init(_ settings: Settings, door: OutboxDoor) throws {
        guard !settings.mail.url.isEmpty else {
            self = door.exists ? .kept : .none
            return
        }
        do {
            let configuration = try MailConfiguration(
                url: settings.mail.url, from: settings.mail.from,
                certificateAuthorities: settings.mail.caFile.isEmpty ? nil : settings.mail.caFile)
            let client = try FetchClient(
                FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: Logger(label: "mail"))
            self = .server(SMTPTransport(configuration, client: client), client)
        } catch {
            throw Refusal(.settings, "mail.url, mail.from or mail.caFile: \(error)")
        }
    }

    var outbox: MailOutbox.Delivery {
        switch self {
        case .server: .server
        case .kept: .kept
        case .none: .none
        }
    }

    /// For news; nil: it waits until there is a way.
    func carrier(from: MailAddress, site: Site, database: PostgresClient) -> MailCarrier? {
        switch self {
        case .server(let transport, _):
            MailCarrier(database: database, transport: transport, from: from, site: site)
        case .kept:
            MailCarrier(database: database, transport: OutboxTransport(database), from: from, site: site)
        case .none: nil
        }
    }
}
