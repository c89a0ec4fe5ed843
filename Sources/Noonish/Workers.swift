import Access
import Accounts
import Decisions
import Delivery
import Jobs
import Logging
import Moderation
import Outings
import People
import Postgres
import Privacy
import Restaurants
import Series
import ServiceLifecycle

/// Every worker of the program, on one screen.
struct Workers {
    let server: Server
    let parts: AppServices

    /// Workers with the rights of requests: of accounts and personal data, which deliveries may not read.
    var app: [AnyWorker] {
        [
            cleaning.worker,
            parts.exports.worker,
            parts.erasures.worker,
            parts.links.worker,
            AuditLog(parts.database).headsWorker,
        ]
    }

    /// Workers with the rights of deliveries.
    func delivery(on database: PostgresClient) -> [AnyWorker] {
        OutingClock(database: database, record: parts.record).workers
            + Maintenance(database: database, logger: Logger(label: "updates")).workers
            + mail(on: database) + [.removeGivenUpJobs(from: database)]
    }

    private func mail(on database: PostgresClient) -> [AnyWorker] {
        guard case .server(let transport, _) = parts.mail else { return [] }
        let sender = QueuedMailSender(
            database, through: transport, from: parts.sender, logger: Logger(label: "mail"))
        return [sender.worker]
    }

    /// What is looked for every few seconds, with the rights of deliveries.
    func dueWork(on database: PostgresClient) -> [WorkLoop] {
        let record = parts.record
        let logger = Logger(label: "series")
        return OutingClock(database: database, record: record).loops
            + SeriesWorker(database: database, edits: parts.series, record: record, logger: logger).loops
            + [
                OpenPlaceChecker(database: database, hours: parts.restaurants.hours, record: record).work.loop,
                OfferNotifier(database: database, record: record).work.loop,
                PollCloser(database: database, edits: PollEdits(outings: parts.edits, record: record)).work
                    .loop,
            ]
    }

    /// What removes rows that have had their time; the page about privacy lists the same.
    var cleaning: ExpiredRowCleaner {
        ExpiredRowCleaner(
            parts.database, settings: parts.people,
            others: [.friendMail, .reports] + .privacy
                + [.storedResponses, .mailCounts, .webhookLog, .allowances])
    }

    /// Returns what works on jobs of these workers' kinds.
    func services(_ workers: [AnyWorker], on database: PostgresClient) -> [any Service] {
        let logger = Logger(label: "jobs")
        return [
            JobRunner(workers, queue: parts.jobs, database: database, logger: logger),
            JobCounts.gauges(of: database, logger: logger),
        ]
    }
}

extension AuditLog {
    /// Logs where the audit log ends: who cuts lines off it cannot cut them off a log that is kept elsewhere.
    fileprivate var headsWorker: AnyWorker {
        let log = Logger(label: "audit")
        return AnyWorker("access.log_audit_heads", every: .seconds(3_600)) {
            for head in try await heads() {
                log.notice(
                    "audit head",
                    metadata: ["day": "\(head.day)", "line": "\(head.seq)", "hash": "\(head.hash)"])
            }
        }
    }
}
