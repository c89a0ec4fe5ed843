import Access
import Accounts
import Checkout
import Delivery
import Foundation
import HTTPKit
import Journal
import Logging
import Mail
import Menus
import Moderation
import NoonishAPI
import Outings
import Postgres
import Privacy
import Venues

/// The services used by commands about people.
struct PeopleAdministration: Sendable {
    let console: OperatorConsole
    let signIn: SignInEdits
    let erasures: Erasures
    let operators: Operators
    let venues: VenueOwners
    private let client: PostgresClient

    /// Returns the person with a mail address.
    ///
    /// - Parameter address: In lower case.
    /// - Throws: ``CommandError`` if there is none.
    func owner(of address: String) async throws -> PersonID {
        guard let person = try await console.owner(of: address) else {
            throw CommandError(.data, "no account has the address \(address)")
        }
        return person
    }

    /// Clears the fault of an online payment; returns whether it had one.
    func clearFault(of id: CheckoutID) async throws -> Bool {
        try await client.transaction { transaction in
            guard try await transaction.first(.clearFault(of: id)) != nil else { return false }
            try await transaction.audit(AuditLine(.operatorActed, "checkout:\(id)"))
            return true
        }
    }

    /// Gives restaurants the sample menu, which they share.
    func publishSampleMenu(for restaurants: [RestaurantID]) async throws {
        try await SampleMenus.publish(for: restaurants, in: client)
    }
}

/// Runs `body` on the configured database after applying pending migrations.
func withPeople(
    _ common: CommonOptions, _ body: @escaping @Sendable (PeopleAdministration) async throws -> Void
) async throws {
    let settings = try await common.settings()
    settings.log.install()
    let logger = Logger(label: "noonish")
    let site = try Site(settings, port: settings.http.port)
    let migration = try Migration(settings, logger)
    try await runCancellingOnSignal(logger) {
        try await withDatabase(settings, logger) { database in
            try await migration.apply(to: database)
            try await withClient(of: database, as: .app, logger) { client in
                try await body(PeopleAdministration(client, settings, site))
            }
        }
    }
}

extension PeopleAdministration {
    fileprivate init(_ client: PostgresClient, _ settings: Settings, _ site: Site) throws {
        let localhostGuard = LocalhostGuard(
            hasMailServer: !settings.mail.url.isEmpty, host: settings.http.host, publicURL: site.publicURL)
        let sender = try MailAddress(parsing: settings.mail.from)
        let outbox = MailOutbox(
            try MailDelivery(settings, localhostGuard: localhostGuard).outbox, domain: sender.domain,
            key: site.key)
        let record = OutingRecord { _ in }
        self.client = client
        console = OperatorConsole(client)
        operators = Operators(client)
        venues = VenueOwners(database: client)
        // A new person immediately has the outings to which they were invited by mail before.
        signIn = SignInEdits(
            client, settings: AccountSettings(settings), site: site, outbox: outbox,
            claims: GuestMerger(record: record, references: .all))
        erasures = Erasures(
            client, site: site, outbox: outbox, others: .all(record),
            ledger: ErasureLedger(folder: settings.data.folder))
    }
}
