import Access
import Accounts
import CalendarFeeds
import Delivery
import Fetch
import Foundation
import Logging
import Mail
import Postgres

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
                certificateAuthorities: settings.mail.caFile.isEmpty ? nil : settings.mail.caFile,
                signers: try settings.mail.signers())
            let client = try FetchClient(
                FetchConfiguration(userAgent: "Noonish/\(Version.text)"), logger: Logger(label: "mail"))
            self = .server(SMTPTransport(configuration, client: client), client)
        } catch {
            throw Refusal(.settings, "mail.url, mail.from, mail.caFile or mail.dkim: \(error)")
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
    func carrier(
        from: MailAddress, inbound: InboundAddresses?, site: Site, database: PostgresClient
    ) -> MailCarrier? {
        let transport: any MailTransport
        switch self {
        case .server(let server, _): transport = server
        case .kept: transport = OutboxTransport(database)
        case .none: return nil
        }
        return MailCarrier(database: database, transport: transport, from: from, inbound: inbound, site: site)
    }
}

extension Settings.Mail {
    /// What signs mail: none, one or two keys.
    ///
    /// - Throws: ``Refusal`` with what is wrong about a key, never with the key.
    func signers() throws -> [DKIMSigner] {
        let domain = try MailAddress(parsing: from).domain
        return try [
            (dkim.keyFile, dkim.selector, "mail.dkim.keyFile"),
            (dkim.ed25519KeyFile, dkim.ed25519Selector, "mail.dkim.ed25519.keyFile"),
        ].filter { !$0.0.isEmpty }.map { path, selector, setting in
            guard let pem = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw Refusal(.settings, "\(setting): \(path) cannot be read")
            }
            do { return try DKIMSigner(pem: pem, domain: domain, selector: selector) } catch {
                throw Refusal(.settings, "\(setting): \(error)")
            }
        }
    }
}
