package import Access
package import Accounts
import Foundation
import Initializers
package import Jobs
import Localization
import NoonishAPI
package import Postgres

/// Copies of everything stored about a person: requested, made by a job, and available for a day.
@MemberwiseInit(unlabeled: 1)
package struct Exports: Sendable {
    let database: PostgresClient
    let site: Site
    let outbox: MailOutbox
    /// The data of the other features.
    let others: [any PersonalDataStore]
    var queue: JobQueue = JobQueue()
    var clock: AccountClock = .databaseTime

    package var worker: AnyWorker { AnyWorker(ExportMaker(exports: self)) }

    /// Returns everything about `person` as a ZIP file.
    ///
    /// - Parameters:
    ///   - person: The owner of the data.
    ///   - transaction: Should have the isolation level repeatable read, so that all data are of one moment.
    ///   - progress: Called after each feature with the share of features that are done.
    func makeArchive(
        _ person: PersonID, in transaction: Transaction, progress: (Double) async throws -> Void = { _ in }
    ) async throws -> [UInt8] {
        var archive = ZipArchive(at: clock.now() ?? Date())
        for file in try await files(of: person, in: transaction, progress: progress) {
            archive.add(file.name, file.bytes)
        }
        return archive.finish()
    }

    /// Returns the files of the archive.
    func files(
        of person: PersonID, in transaction: Transaction, progress: (Double) async throws -> Void = { _ in }
    ) async throws -> [ExportFile] {
        var files: [ExportFile] = []
        for (index, other) in others.reversed().enumerated() {
            files += try await other.export(of: person, in: transaction)
            try await progress(Double(index + 1) / Double(others.count))
        }
        return files
    }
}

/// Limits of exports.
package enum ExportLimits {
    /// Seconds for which an export can be downloaded: only a day, because it holds everything about a person.
    package static let life: Double = 24 * 3_600
    /// Seconds after which a request that could not be completed is deleted.
    package static let maximumPendingAge: Double = 7 * 86_400
    /// Time limit for making one export.
    static let productionTimeout = Duration.seconds(120)
    /// Maximum attempts per export.
    static let attempts = 5
    /// Maximum finished exports per person and 24 hours.
    static let perDay = 5
}
