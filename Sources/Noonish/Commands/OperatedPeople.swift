import Access
import Accounts
import Delivery
import Foundation
import HTTPKit
import Logging
import Mail
import Moderation
import NoonishAPI
import Outings
import Postgres
import Privacy

/// The services used by commands about people.
struct OperatedPeople: Sendable {
    let desk: OperatorDesk
    let signIn: SignInEdits
    let erasures: Erasures
    let operators: Operators

    /// Returns the person with a mail address.
    ///
    /// - Parameter address: In lower case.
    /// - Throws: ``Refusal`` if there is none.
    func owner(of address: String) async throws -> PersonID {
        guard let person = try await desk.owner(of: address) else {
            throw Refusal(.data, "nobody has signed in as \(address)")
        }
        return person
    }
}

/// Runs `body` on the configured database after applying pending migrations.
func withPeople(
    _ common: CommonOptions, _ body: @escaping @Sendable (OperatedPeople) async throws -> Void
) async throws {
    let settings = try await common.settings()
    settings.log.install()
    let logger = Logger(label: "noonish")
    let site = try Site(settings, port: settings.http.port)
    let migration = try Migration(settings, logger)
    try await cancelledBySignal(logger) {
        try await withDatabase(settings, logger) { database in
            try await migration.apply(to: database)
            try await withClient(of: database, as: .app, logger) { client in
                try await body(OperatedPeople(client, settings, site))
            }
        }
    }
}

extension OperatedPeople {
    fileprivate init(_ client: PostgresClient, _ settings: Settings, _ site: Site) throws {
        let door = OutboxDoor(
            hasMailServer: !settings.mail.url.isEmpty, host: settings.http.host, publicURL: site.publicURL)
        let sender = try MailAddress(parsing: settings.mail.from)
        let outbox = MailOutbox(try MailWay(settings, door: door).outbox, domain: sender.domain)
        let record = OutingRecord { _ in }
        desk = OperatorDesk(client)
        operators = Operators(client)
        // A new person immediately has the outings to which they were invited by mail before.
        signIn = SignInEdits(
            client, settings: AccountSettings(settings), site: site, outbox: outbox,
            claims: GuestMerging(record: record, references: .all))
        erasures = Erasures(
            client, site: site, outbox: outbox, others: .all(record),
            ledger: ErasedLedger(folder: settings.data.folder))
    }
}
