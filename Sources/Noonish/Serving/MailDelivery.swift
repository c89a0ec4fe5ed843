import Access
import Accounts
import Bills
import CalendarFeeds
import Delivery
import Fetch
import Foundation
import Logging
import Mail
import Postgres

/// How outgoing mail is delivered.
enum MailDelivery: Sendable {
    /// Sent through the operator's mail server.
    case server(SMTPTransport, FetchClient)
    /// Stored in the outbox for the user of this machine to read, and not sent.
    case kept
    /// Not delivered.
    case none

    /// Creates mail delivery from the settings.
    ///
    /// - Throws: ``CommandError`` for invalid mail settings, never with the password in its message.
    init(_ settings: Settings, localhostGuard: LocalhostGuard) throws {
        guard !settings.mail.url.isEmpty else {
            self = localhostGuard.isEnabled ? .kept : .none
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
            throw CommandError(.settings, "mail.url, mail.from, mail.caFile or mail.dkim: \(error)")
        }
    }

    var outbox: MailOutbox.Delivery {
        switch self {
        case .server: .server
        case .kept: .kept
        case .none: .none
        }
    }

    /// Returns the carrier for notifications; `nil` if mail is not delivered, in which case notifications
    /// wait.
    func carrier(
        from: MailAddress, inbound: InboundAddresses?, site: Site, database: PostgresClient,
        links: [OperatorLink]
    ) -> MailCarrier? {
        let transport: any MailTransport
        switch self {
        case .server(let server, _): transport = server
        case .kept: transport = OutboxTransport(database, key: site.key)
        case .none: return nil
        }
        return MailCarrier(
            database: database, transport: transport, from: from, inbound: inbound, site: site, links: links)
    }
}

extension Settings.Mail {
    /// Returns up to two keys that sign mail.
    ///
    /// - Throws: ``CommandError`` for an invalid key, never with the key in its message.
    func signers() throws -> [DKIMSigner] {
        let domain = try MailAddress(parsing: from).domain
        return try [
            (dkim.keyFile, dkim.selector, "mail.dkim.keyFile"),
            (dkim.ed25519KeyFile, dkim.ed25519Selector, "mail.dkim.ed25519.keyFile"),
        ].filter { !$0.0.isEmpty }.map { path, selector, setting in
            guard let pem = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CommandError(.settings, "\(setting): \(path) cannot be read")
            }
            do { return try DKIMSigner(pem: pem, domain: domain, selector: selector) } catch {
                throw CommandError(.settings, "\(setting): \(error)")
            }
        }
    }
}
