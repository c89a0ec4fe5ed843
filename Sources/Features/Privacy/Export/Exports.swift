package import Access
package import Accounts
internal import Foundation
internal import HTTPKit
package import Jobs
internal import Localization
package import Logging
internal import NoonishAPI
package import Postgres

/// Copies of all that is kept of somebody: asked for, made in the background, there for a day.
///
/// Safe to do twice: an export whose making was interrupted is made again.
package struct Exports: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    /// What the other features keep.
    let others: [any OwnData]
    /// Fired when somebody asked.
    let signal = Signal()

    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, others: [any OwnData],
        clock: AccountClock = .ofDatabase
    ) {
        self.database = database
        self.site = site
        self.outbox = outbox
        self.others = others
        self.clock = clock
    }

    /// Makes what is asked for, for as long as the program runs.
    package func loop(logger: Logger) -> WorkLoop {
        WorkLoop(
            "people.make_exports",
            pace: .init(pollInterval: ExportLimits.poll, stepLimit: ExportLimits.making),
            signal: signal, logger: logger
        ) { try await makeNext() ? .worked : .idle }
    }

    /// Makes the export that has waited for longest.
    ///
    /// - Returns: False if none waits.
    package func makeNext() async throws -> Bool {
        let now = clock.now()
        guard let claimed = try await database.first(.claimExport(now: now)) else { return false }
        // All of it as it stood at one moment.
        let archive = try await database.transaction(isolation: .repeatableRead) { transaction in
            try await pack(claimed.person, in: transaction)
        }
        try await database.transaction { transaction in
            guard try await transaction.execute(.finishExport(claimed, archive, now: now)) == 1 else {
                return
            }
            try await tell(claimed.person, in: transaction)
        }
        return true
    }

    /// Everything of `person` as a ZIP file.
    func pack(_ person: PersonID, in transaction: Transaction) async throws -> [UInt8] {
        var archive = ZipArchive(at: clock.now() ?? Date())
        for file in try await files(of: person, in: transaction) { archive.add(file.name, file.bytes) }
        return archive.finish()
    }

    /// The same, file by file.
    func files(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        var files: [ExportFile] = []
        for other in others.reversed() { files += try await other.export(of: person, in: transaction) }
        return files
    }

    /// Members are written to; a guest looks at their page.
    private func tell(_ person: PersonID, in transaction: Transaction) async throws {
        guard let address = try await transaction.first(.mailAddress(of: person)) else { return }
        let locale = try await transaction.first(.contacts([person]))?.locale
        let words = MailWords(language: site.catalogue.language(of: locale, asked: nil))
        try await outbox.enqueue(
            words.exportIsReady(link: site.url("/settings"), hours: Int(ExportLimits.life / 3_600)),
            to: address,
            in: transaction)
    }
}

/// Every number of exports.
package enum ExportLimits {
    /// Seconds for which an export can be taken: a day, for it is all there is to know of somebody.
    package static let life: Double = 24 * 3_600
    /// Seconds after which one that could not be made is forgotten.
    package static let givenUp: Double = 7 * 86_400
    /// How often to look without having been woken.
    static let poll = Duration.seconds(10)
    /// How long the making of one may take; whoever took longer is taken for dead.
    static let making = Duration.seconds(120)
    /// Attempts to make one.
    static let attempts = 5
    /// Exports that one person may have made within 24 hours.
    static let aDay = 5
}

/// An export that is being made.
struct ClaimedExport: PostgresRow {
    let id: ExportID
    let person: PersonID
    /// Fences off whoever took too long.
    let attempt: Int

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        person = try row.next()
        attempt = try row.next()
    }
}
