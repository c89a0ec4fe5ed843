import Access
import Accounts
import Bills
import Checkout
import Decisions
import Delivery
import Jobs
import Logging
import Moderation
import Orders
import Outings
import People
import Postgres
import Privacy
import Restaurants
import Series
import ServiceLifecycle
import Venues

/// Every worker of the program, on one screen.
struct Workers {
    let server: Server
    let appServices: AppServices

    /// Workers with the rights of requests: of accounts and personal data, which deliveries may not read.
    var app: [AnyWorker] {
        [
            cleaning.worker,
            appServices.exports.worker,
            appServices.erasures.worker,
            appServices.links.worker,
            VenueOwners(database: appServices.database).worker,
            AuditLog(appServices.database).headsWorker,
        ]
    }

    /// Workers with the rights of deliveries.
    func delivery(on database: PostgresClient) -> [AnyWorker] {
        OutingClock(database: database, record: appServices.record).workers
            + OrderClock(database: database, edits: appServices.orders).workers
            + Maintenance(database: database, logger: Logger(label: "updates")).workers
            + mail(on: database) + [.removeGivenUpJobs(from: database)]
    }

    private func mail(on database: PostgresClient) -> [AnyWorker] {
        guard case .server(let transport, _) = appServices.mail else { return [] }
        let sender = QueuedMailSender(
            database: database, transport: transport, from: appServices.sender, key: server.site.key,
            logger: Logger(label: "mail"))
        return [sender.worker]
    }

    /// Work for which the database is polled every few seconds, with the rights of deliveries. All workers share it.
    func dueWork(on database: PostgresClient) -> [WorkLoop] {
        allDueWork(on: database).map { $0.shared(by: appServices.processes) }
    }

    private func allDueWork(on database: PostgresClient) -> [WorkLoop] {
        let record = appServices.record
        let logger = Logger(label: "series")
        return OutingClock(database: database, record: record).loops
            + SeriesWorker(database: database, edits: appServices.series, record: record, logger: logger)
            .loops
            + OrderClock(database: database, edits: appServices.orders).loops
            + [
                OpenPlaceChecker(database: database, hours: appServices.restaurants.hours, record: record)
                    .work.loop,
                OfferNotifier(database: database, record: record).work.loop,
                TransferReminders(database: database, edits: BillEdits(record: record)).work.loop,
                appServices.checkouts(server.site, on: database).work.loop,
                appServices.checkouts(server.site, on: database).removals.loop,
                PollCloser(database: database, edits: PollEdits(outings: appServices.edits, record: record))
                    .work
                    .loop,
            ]
    }

    /// The cleaner of expired rows. The privacy page lists the same retention periods.
    var cleaning: ExpiredRowCleaner {
        ExpiredRowCleaner(
            appServices.database, settings: appServices.people,
            others: .ofAllRooms)
    }

    /// Returns the services that run jobs of these workers' kinds.
    func services(_ workers: [AnyWorker], on database: PostgresClient) -> [any Service] {
        let logger = Logger(label: "jobs")
        return [
            JobRunner(
                workers, queue: appServices.jobs, database: database, processes: appServices.processes,
                logger: logger),
            JobCounts.gauges(of: database, logger: logger),
        ]
    }
}

extension AuditLog {
    /// Logs the last lines of the audit log, so that lines that are later cut off can be detected with a server log
    /// that is stored elsewhere.
    fileprivate var headsWorker: AnyWorker {
        let log = Logger(label: "audit")
        return AnyWorker("access.log_audit_heads", every: .seconds(3_600)) {
            for head in try await heads() {
                log.notice(
                    "audit head",
                    metadata: [
                        "day": "\(head.day)", "chain": "\(head.chain)", "line": "\(head.seq)",
                        "hash": "\(head.hash)",
                    ])
            }
        }
    }
}
