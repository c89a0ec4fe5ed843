import Access
import Accounts
import JSON
import Jobs
import Localization
import NoonishAPI
import Postgres
import Timing

/// Makes the archive of one export.
@JSONObject
struct MakeExport: Job, JSONCodable {
    static let kind = "privacy.make_export"
    static let timeout = ExportLimits.productionTimeout
    static let attempts: Int? = ExportLimits.attempts
    static let backoff = Backoff(first: .seconds(10), longest: .seconds(600))

    let export: ExportID
    var uniqueKey: String? { export.description }

    init(_ export: ExportID) { self.export = export }
}

/// Idempotent: an archive is stored and announced once, in the transaction that completes the job.
struct ExportMaker: Worker {
    let exports: Exports

    func work(_ job: MakeExport, _ attempt: JobAttempt) async throws(JobFailure) {
        try await retryingOnError {
            guard let person = try await exports.database.first(.ownerOfUnfinished(job.export)) else {
                return
            }
            let archive = try await exports.database.transaction(isolation: .repeatableRead) { transaction in
                try await exports.makeArchive(person, in: transaction) {
                    try await attempt.report(progress: $0)
                }
            }
            try await exports.database.transaction { transaction in
                try await attempt.complete(in: transaction)
                let now = exports.clock.now()
                if try await transaction.execute(.finishExport(job.export, archive, now: now)) == 1 {
                    try await announce(to: person, in: transaction)
                }
            }
        }
    }

    /// Mails a member that the export is ready. A guest checks their page instead.
    private func announce(to person: PersonID, in transaction: Transaction) async throws {
        guard let address = try await transaction.first(.mailAddress(of: person)) else { return }
        let locale = try await transaction.first(.contacts([person]))?.locale
        let words = MailMessages(language: exports.site.catalogue.language(of: locale, asked: nil))
        try await exports.outbox.enqueue(
            words.exportReady(link: exports.site.url("/settings"), hours: Int(ExportLimits.life / 3_600)),
            to: address, in: transaction)
    }
}
