import Access
import Accounts
import Bills
import CalendarFeeds
import Checkout
import Delivery
import Fetch
import Foundation
import HTTPKit
import Jobs
import Logging
import Mail
import Postgres
import Restaurants
import WebPush

/// Checks everything that a service depends on.
struct Diagnostics: Sendable {
    let settings: Settings
    let logger: Logger

    func run() async throws -> [Diagnostic] {
        let here =
            [space(), address(), connections(), mail()] + Self.signatures(settings.mail)
            + [
                inbound(), map(), Self.payments(settings.payments.links.all),
                Self.checkout(settings.checkout),
            ]
            + [serviceOperator()] + files()
        do {
            try requireData(settings)
        } catch {
            return [.fail("folder", "\(error)")] + here
        }
        var diagnostics = [folder()] + here + [push()] + Self.servers(settings.database.url)
        do {
            diagnostics += try await withDatabase(settings, logger) { database in await check(database) }
        } catch {
            diagnostics.append(.fail("database", Self.describe(error)))
        }
        return diagnostics
    }

    /// Returns the description of an error for the operator, with details that a client must not see.
    static func describe(_ error: any Error) -> String {
        (error as? PostgresError)?.debugDescription ?? "\(error)"
    }
}

// MARK: - This machine

extension Diagnostics {
    private func folder() -> Diagnostic {
        do {
            _ = try SecretKeyFile.read(settings)
            return .ok("folder", "\(settings.data.folder) is usable and has a secret key")
        } catch {
            return .fail("folder", "\(error)")
        }
    }

    /// Checks the free space. PostgreSQL stops when the disk is full, and no data can be saved.
    private func space() -> Diagnostic {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: settings.data.folder)
        guard let free = attributes?[.systemFreeSize] as? Int else {
            return .warn("disk", "cannot determine the free space in \(settings.data.folder)")
        }
        let detail = "\(free / 1_000_000) MB free in \(settings.data.folder)"
        switch free {
        case ..<100_000_000: return .fail("disk", "\(detail); free some space before PostgreSQL stops")
        case ..<1_000_000_000: return .warn("disk", "\(detail); free some space")
        default: return .ok("disk", detail)
        }
    }

    private func address() -> Diagnostic {
        let url = settings.http.publicURL
        let isOpen = !["127.0.0.1", "localhost", "::1"].contains(settings.http.host)
        do {
            _ = try ListeningPort.find(host: settings.http.host, port: settings.http.port)
        } catch {
            return .warn("address", "\(error) (right if the service runs already)")
        }
        if isOpen && url.isEmpty {
            return .fail("address", "http.host is open to others, so links need http.publicURL")
        }
        if isOpen && !url.hasPrefix("https://") {
            return .warn(
                "address", "without https browsers do not keep people signed in; only guests' links work")
        }
        return .ok("address", "\(settings.http.host):\(settings.http.port) is free")
    }

    private func connections() -> Diagnostic {
        Self.connections(settings.http, files: OpenFileLimit.reachable)
    }

    /// Files of a process that serves more than a few hundred people at a time.
    private static let usualFiles = 4_096

    /// Compares the limit on open files with the wanted number of connections.
    static func connections(_ settings: Settings.HTTP, files: Int) -> Diagnostic {
        let limits = ConnectionLimits(settings, files: files)
        let detail = "\(limits.total) at a time, \(limits.perAddress) of one address, for \(files) open files"
        let advice = "raise the limit (ulimit -Hn, LimitNOFILE=) to"
        guard limits.total >= settings.connections else {
            return .warn(
                "connections",
                "\(detail), fewer than http.connections; "
                    + "\(advice) \(settings.connections + ConnectionLimits.reservedFiles)")
        }
        guard files >= usualFiles || settings.connections > 0 else {
            return .warn("connections", "\(detail); \(advice) \(usualFiles) or more")
        }
        return .ok("connections", detail)
    }

    private func mail() -> Diagnostic {
        guard !settings.mail.url.isEmpty else {
            return .warn(
                "mail", "mail.url is empty, so no mail is sent; on this machine it is listed at /dev/outbox")
        }
        do {
            let localhostGuard = LocalhostGuard(
                hasMailServer: true, host: settings.http.host, publicURL: settings.http.publicURL)
            _ = try MailDelivery(settings, localhostGuard: localhostGuard)
            return .ok("mail", "configured; no mail was sent to test it")
        } catch {
            return .fail("mail", "\(error)")
        }
    }

    private func push() -> Diagnostic {
        do {
            let contact = try NotificationChannels.identity(settings).contact
            let isOpen = settings.http.publicURL.hasPrefix("https://")
            guard !isOpen || !contact.hasSuffix("@localhost") else {
                return .warn(
                    "push",
                    "push services cannot reach \(contact), and Apple's rejects it; set webPush.contact")
            }
            return .ok("push", "browsers can be notified; push services write to \(contact)")
        } catch {
            return .fail("push", "\(error)")
        }
    }

    /// Returns the DNS record for each key that signs mail.
    static func signatures(_ mail: Settings.Mail) -> [Diagnostic] {
        do {
            return try mail.signers().map { signer in
                .ok("dkim", "\(signer.recordName). IN TXT \(Self.strings(of: signer.record))")
            }
        } catch {
            return [.fail("dkim", "\(error)")]
        }
    }

    /// Formats a record for zone files, in strings of at most 255 bytes; RFC 6376, section 3.6.2.2.
    private static func strings(of record: String) -> String {
        stride(from: 0, to: record.count, by: 255)
            .map { "\"\(record.dropFirst($0).prefix(255))\"" }.joined(separator: " ")
    }

    private func inbound() -> Diagnostic {
        do {
            guard let key = SecretKey(bytes: Array(repeating: 0, count: 32)),
                let inboundMail = try InboundMailSetup(settings.inbound, key: key)
            else { return .ok("inbound", "inbound mail is off; invitations do not request replies") }
            return .ok("inbound", "answers are read at \(inboundMail.addresses.domain)")
        } catch {
            return .fail("inbound", "\(error)")
        }
    }

    private func serviceOperator() -> Diagnostic {
        let contact = settings.serviceOperator
        guard contact.name.isEmpty || contact.contact.isEmpty else {
            return .ok("operator", "/privacy and /about name \(contact.name)")
        }
        let missing = contact.name.isEmpty ? "operator.name" : "operator.contact"
        return settings.http.publicURL.isEmpty
            ? .ok("operator", "\(missing) is empty; set it before others use the service")
            : .warn("operator", "\(missing) is empty, so /privacy does not say whom to contact")
    }

    /// Names the links, so that the operator can check that they lead to the right host.
    static func payments(_ links: [OperatorLink]) -> Diagnostic {
        guard !links.isEmpty else {
            return .ok("payments", "no links of your own; people pay each other by the codes of their banks")
        }
        return .ok("payments", links.map(\.summary).joined(separator: "; "))
    }

    /// Says whether bills can be paid online, without the secrets.
    static func checkout(_ settings: Settings.Checkout) -> Diagnostic {
        if settings.provider.isEmpty { return .ok("checkout", "off; bills are paid to the place directly") }
        if settings.key.isEmpty { return .fail("checkout", "checkout.provider needs checkout.key") }
        let detail = "bills of venues that want it can be paid by \(settings.provider) at \(settings.url)"
        return settings.secrets.isEmpty
            ? .warn(
                "checkout", "\(detail); without checkout.webhookSecret payments are booked some minutes late")
            : .ok("checkout", detail)
    }

    private func map() -> Diagnostic {
        let folder = settings.map.leafletFolder
        return switch MapView(settings).kind {
        case .none:
            .warn(
                "map",
                "Leaflet is not in \(folder), so places are shown only as a list; install libjs-leaflet")
        case .bare: .ok("map", "only places and distances are shown; make a map with noonish import map")
        case .tiles: .ok("map", "tiles are served through this server; none was fetched to test it")
        case .vector: .ok("map", "the map in \(VectorTiles(settings).folder) is shown")
        }
    }

    private func files() -> [Diagnostic] {
        do {
            let web = try ShippedFolder.web(settings)
            _ = try WebFiles(folder: web, map: MapView(settings))
            _ = try CuisineVocabulary(file: ShippedFolder.find("config/cuisines.yaml"))
            return [.ok("files", "browser client and cuisines can be read")]
        } catch {
            return [.fail("files", "\(error)")]
        }
    }
}

// MARK: - The database

extension Diagnostics {
    /// Checks that an address with several servers says that the leader is wanted.
    static func servers(_ address: String) -> [Diagnostic] {
        guard let configuration = try? PostgresConfiguration(address), configuration.serverCount > 1 else {
            return []
        }
        let detail = "database.url has \(configuration.serverCount) servers"
        return switch configuration.parameter("target_session_attrs") {
        case "read-write", "primary": [.ok("servers", "\(detail), of which the leader is used")]
        case nil, "any":
            [.warn("servers", "\(detail), and any of them is used; add target_session_attrs=read-write")]
        case let other?:
            [.fail("servers", "target_session_attrs=\(other) cannot be written to; use read-write")]
        }
    }

    /// Time limit of a statement. Without one, the client keeps trying to connect, even as a role that does
    /// not exist.
    private static let statementTimeout = Duration.seconds(5)

    private func check(_ database: DatabaseAccess) async -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        do {
            let facts = try await facts(database, as: .administrator)
            diagnostics.append(.ok("database", "PostgreSQL \(facts.version), \(database.description)"))
            diagnostics.append(clock(facts.time))
        } catch {
            return [.fail("database", "\(database.description): \(Self.describe(error))")]
        }
        let schema = await schema(database)
        diagnostics.append(schema)
        for role in [DatabaseAccess.Role.app, .worker] { diagnostics.append(await rights(database, role)) }
        // Before the first migration there are no tables and no roles, and a client would keep trying to connect
        // with a role that does not exist.
        guard schema.severity == .ok else { return diagnostics }
        diagnostics.append(await jobs(database))
        diagnostics.append(await audit(database))
        diagnostics.append(await storage(database))
        diagnostics += await checkoutFaults(database)
        return diagnostics
    }

    private func facts(_ database: DatabaseAccess, as role: DatabaseAccess.Role) async throws -> ServerInfo {
        try await withClient(of: database, as: role, logger) {
            try await $0.one(.serverInfo, timeout: Self.statementTimeout)
        }
    }

    /// Compares the clocks: deadlines use the database's clock, browser sessions this machine's.
    private func clock(_ time: Date) -> Diagnostic {
        let difference = abs(time.timeIntervalSinceNow)
        let detail = "\(Int(difference.rounded())) s from the database's"
        return difference < 5 ? .ok("clock", detail) : .warn("clock", "\(detail); set both by NTP")
    }

    private func schema(_ database: DatabaseAccess) async -> Diagnostic {
        do {
            let files = try await Migration(settings, logger).status(of: database)
            let open = files.filter { !$0.isApplied }.map(\.name)
            guard let first = open.first else {
                return .ok("schema", "\(files.count) migrations, all applied")
            }
            return .warn("schema", "\(open.count) not applied, from \(first) on; run noonish migrate")
        } catch {
            return .fail("schema", Self.describe(error))
        }
    }

    /// Checks whether jobs are run on time.
    private func jobs(_ database: DatabaseAccess) async -> Diagnostic {
        do {
            return Self.jobs(
                try await withClient(of: database, as: .worker, logger) { try await $0.all(.jobCounts) })
        } catch {
            return .fail("jobs", Self.describe(error))
        }
    }

    static func jobs(_ counts: [JobCounts]) -> Diagnostic {
        let sum = { (count: KeyPath<JobCounts, Int>) in counts.map { $0[keyPath: count] }.reduce(0, +) }
        var detail = "\(sum(\.due)) due, \(sum(\.running)) running, \(sum(\.givenUp)) given up"
        let late = counts.filter { $0.oldestDueSeconds > 600 }.map(\.kind)
        let failed = counts.filter { $0.failing + $0.givenUp > 0 }.map(\.kind)
        if !late.isEmpty { detail += "; no worker has taken \(late.joined(separator: ", ")) for 10 minutes" }
        if !failed.isEmpty {
            detail += "; \(failed.joined(separator: ", ")) failed: see the column failure of the table job"
        }
        return late.isEmpty && failed.isEmpty ? .ok("jobs", detail) : .warn("jobs", detail)
    }

    /// Checks whether any line of the audit log was changed, removed or inserted.
    private func audit(_ database: DatabaseAccess) async -> Diagnostic {
        do {
            return try await withClient(of: database, as: .app, logger) { client in
                let book = AuditLog(client)
                if let fault = try await book.fault() {
                    return .fail(
                        "audit",
                        "the log was tampered with from \(fault) on; compare it with a backup and with “audit head” in the server's log"
                    )
                }
                guard let head = try await book.heads().first else {
                    return .ok("audit", "empty")
                }
                return .ok("audit", "intact up to \(head.day) line \(head.seq), \(head.hash)")
            }
        } catch {
            return .fail("audit", Self.describe(error))
        }
    }

    /// Lists payments that differ from what was asked for, and refunds that failed. None of them is booked.
    private func checkoutFaults(_ database: DatabaseAccess) async -> [Diagnostic] {
        do {
            return try await withClient(of: database, as: .app, logger) { try await $0.all(.checkoutFaults) }
                .map {
                    .fail(
                        "checkout",
                        "\($0.id): \($0.fault); compare it with the provider’s dashboard, then run noonish checkout clear \($0.id)"
                    )
                }
        } catch {
            return [.fail("checkout", Self.describe(error))]
        }
    }

    /// Shows who has stored most, by id.
    private func storage(_ database: DatabaseAccess) async -> Diagnostic {
        do {
            return Self.storage(
                try await withClient(of: database, as: .worker, logger) {
                    try await $0.all(
                        .largestStorage(StorageLimits.people), timeout: StorageLimits.timeout)
                })
        } catch {
            return .fail("storage", Self.describe(error))
        }
    }

    static func storage(_ largest: [StorageUse]) -> Diagnostic {
        guard let first = largest.first else { return .ok("storage", "nothing is stored yet") }
        let list = largest.map { "\($0.person) \($0.bytes / 1_000) kB in \($0.rows) rows" }
        let detail = "most by \(list.joined(separator: ", "))"
        return first.bytes > StorageLimits.remarkableBytes
            ? .warn("storage", "\(detail); see what they store in the operator's console")
            : .ok("storage", detail)
    }

    private func rights(_ database: DatabaseAccess, _ role: DatabaseAccess.Role) async -> Diagnostic {
        do {
            let user = try await facts(database, as: role).user
            try await database.configuration(for: role).requireSession(logger: logger)
            return user == role.rawValue
                ? .ok("role", "\(user) can be used")
                : .fail("role", "expected the rights of \(role.rawValue), got those of \(user)")
        } catch {
            return .fail(
                "role", "\(role.rawValue): \(Self.describe(error)); run noonish migrate, which creates it")
        }
    }
}

extension Diagnostic {
    static var libraries: Diagnostic {
        let number = ServerInfo.libraryVersion
        let detail =
            "libpq \(number / 10_000).\(number % 10_000), \(FetchClient.libraryVersion.split(separator: " ")[0])"
        // Pipeline mode was introduced in libpq 14.
        return number >= 140_000
            ? .ok("libraries", detail) : .fail("libraries", "\(detail); libpq 14 or newer is required")
    }
}
