package import Access
package import Accounts
internal import Foundation
internal import HTTPKit
package import Jobs
internal import Localization
package import Logging
internal import NoonishAPI
package import Postgres

/// Exports of all data about a person: requested, made in the background, and available for a day.
///
/// Idempotent: an interrupted export is made again.
package struct Exports: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    /// The data of the other features.
    let others: [any PersonalDataStore]
    /// Fired when an export was requested.
    let signal = Signal()

    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, others: [any PersonalDataStore],
        clock: AccountClock = .databaseTime
    ) {
        self.database = database
        self.site = site
        self.outbox = outbox
        self.others = others
        self.clock = clock
    }

    /// Returns a loop that makes requested exports until the program ends.
    package func loop(logger: Logger) -> WorkLoop {
        WorkLoop(
            "people.make_exports",
            pace: .init(pollInterval: ExportLimits.poll, stepLimit: ExportLimits.productionTimeout),
            signal: signal, logger: logger
        ) { try await makeNext() ? .worked : .idle }
    }

    /// Makes the export that has waited longest.
    ///
    /// - Returns: False if none is pending.
    package func makeNext() async throws -> Bool {
        let now = clock.now()
        guard let lease = try await database.first(.leaseExport(now: now)) else { return false }
        // One snapshot, so that all parts are consistent.
        let archive = try await database.transaction(isolation: .repeatableRead) { transaction in
            try await makeArchive(lease.person, in: transaction)
        }
        try await database.transaction { transaction in
            guard try await transaction.execute(.finishExport(lease, archive, now: now)) == 1 else {
                return
            }
            try await notify(lease.person, in: transaction)
        }
        return true
    }

    /// Packs all data about `person` into a ZIP file.
    func makeArchive(_ person: PersonID, in transaction: Transaction) async throws -> [UInt8] {
        var archive = ZipArchive(at: clock.now() ?? Date())
        for file in try await files(of: person, in: transaction) { archive.add(file.name, file.bytes) }
        return archive.finish()
    }

    /// Returns all data about `person` as separate files.
    func files(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        var files: [ExportFile] = []
        for other in others.reversed() { files += try await other.export(of: person, in: transaction) }
        return files
    }

    /// Notifies members by mail. Guests have no verified address; they use their page.
    private func notify(_ person: PersonID, in transaction: Transaction) async throws {
        guard let address = try await transaction.first(.mailAddress(of: person)) else { return }
        let locale = try await transaction.first(.contacts([person]))?.locale
        let words = MailMessages(language: site.catalogue.language(of: locale, asked: nil))
        try await outbox.enqueue(
            words.exportReady(link: site.url("/settings"), hours: Int(ExportLimits.life / 3_600)),
            to: address,
            in: transaction)
    }
}

/// Limits of exports.
package enum ExportLimits {
    /// Seconds for which an export can be downloaded: only a day, because it holds everything about a person.
    package static let life: Double = 24 * 3_600
    /// Seconds after which a request that could not be completed is deleted.
    package static let maximumPendingAge: Double = 7 * 86_400
    /// Polling interval, in case a signal was missed.
    static let poll = Duration.seconds(10)
    /// Maximum time to make one export. After twice this time it is leased again.
    static let productionTimeout = Duration.seconds(120)
    /// Maximum attempts per export.
    static let attempts = 5
    /// Maximum finished exports per person and 24 hours.
    static let perDay = 5
}

/// A lease on an export to be made.
struct ExportLease: PostgresRow {
    let id: ExportID
    let person: PersonID
    /// Fencing token: an attempt that took too long can no longer finish the export.
    let attempt: Int

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        person = try row.next()
        attempt = try row.next()
    }
}
