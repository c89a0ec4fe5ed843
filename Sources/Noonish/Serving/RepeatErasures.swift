import Access
import Accounts
import Delivery
import Foundation
import Journal
import Logging
import Outings
import Postgres
import Privacy

/// Repeats erasures after a restore, before the service handles requests or sends mail: a restored backup may
/// contain people who have been erased since.
func repeatErasures(
    _ settings: Settings, _ site: Site, in database: DatabaseAccess, _ logger: Logger
) async throws {
    let count = try await withClient(of: database, as: .app, logger) { client in
        try await Erasures(
            client, site: site, outbox: MailOutbox(.none, domain: "localhost", key: site.key),
            others: .all(OutingRecord { _ in }), ledger: ErasureLedger(folder: settings.data.folder)
        ).repeatAfterRestore()
    }
    guard count > 0 else { return }
    logger.notice(
        "people who were erased after this backup was made are erased again", metadata: ["people": "\(count)"]
    )
}
