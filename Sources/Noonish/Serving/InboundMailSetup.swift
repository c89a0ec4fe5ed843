import Access
import CalendarFeeds
import Decisions
import Logging
import Mail
import NIOSSL
import Outings

/// Inbound mail: its addresses, and the SMTP listener or HTTP hook that receives it.
struct InboundMailSetup: Sendable {
    let addresses: InboundAddresses
    /// `nil` without an HTTP hook.
    let secret: InboundSecret?
    private let settings: Settings.Inbound
    private let tls: NIOSSLContext?

    /// Creates inbound mail from the settings.
    ///
    /// - Returns: `nil` if no mail is received.
    /// - Throws: ``CommandError`` for incomplete settings and unusable certificates.
    init?(_ settings: Settings.Inbound, key: SecretKey) throws {
        let hasReceiver = !settings.secret.isEmpty || settings.smtp.port != 0
        guard !settings.domain.isEmpty else {
            guard !hasReceiver else {
                throw CommandError(
                    .settings,
                    "inbound.secret and inbound.smtp.port require inbound.domain, the domain of the mail")
            }
            return nil
        }
        guard hasReceiver else {
            throw CommandError(
                .settings,
                "inbound.domain is set, but nothing reads its mail: set inbound.secret or inbound.smtp.port")
        }
        self.settings = settings
        addresses = InboundAddresses(domain: settings.domain, key: key)
        secret = InboundSecret(settings.secret)
        tls = try Self.context(settings.smtp)
    }

    private static func context(_ smtp: Settings.Inbound.SMTP) throws -> NIOSSLContext? {
        guard !smtp.certificateFile.isEmpty || !smtp.keyFile.isEmpty else { return nil }
        do {
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: try NIOSSLCertificate.fromPEMFile(smtp.certificateFile).map {
                        .certificate($0)
                    },
                    privateKey: .privateKey(try NIOSSLPrivateKey(file: smtp.keyFile, format: .pem))))
        } catch {
            throw CommandError(.settings, "inbound.smtp.certificateFile or keyFile cannot be used: \(error)")
        }
    }

    func mailbox(_ appServices: AppServices, site: Site) -> InboundMail {
        InboundMail(
            database: appServices.database, attendances: AttendanceEdits(record: appServices.record),
            suggestions: SuggestionEdits(outings: appServices.edits, record: appServices.record),
            addresses: addresses,
            outbox: appServices.outbox, site: site, logger: Logger(label: "inbound"))
    }

    /// Returns the SMTP listener; `nil` if no port is set.
    func listener(for mailbox: InboundMail) -> SMTPListener? {
        guard settings.smtp.port != 0 else { return nil }
        return SMTPListener(
            host: settings.smtp.host, port: settings.smtp.port, name: settings.domain, mailbox: mailbox,
            tls: tls,
            logger: Logger(label: "inbound"))
    }
}
