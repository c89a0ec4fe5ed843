internal import CoreMetrics
internal import Foundation
public import Logging
internal import Metrics
public import Postgres

/// Looks for transactions that never end. One that is open holds back the removal of dead rows in every table, so the
/// queue grows slow for everybody; the alarm is its log line and the gauge `database_oldest_transaction_seconds`.
///
/// Sessions of this service that idle in a transaction are ended. Those that work, and those of others (a backup, an
/// operator), are only told of.
public struct Watchdog: Sendable {
    private let database: any Database
    private let programs: [String]
    private let limit: Duration
    private let logger: Logger
    private let oldest = Gauge(label: "database_oldest_transaction_seconds")
    private let ended = Counter(label: "database_transactions_ended")

    /// - Parameters:
    ///   - programs: What our sessions are called in `pg_stat_activity`.
    ///   - limit: Age of a transaction that raises the alarm.
    public init(_ database: any Database, of programs: [String], limit: Duration, logger: Logger) {
        self.database = database
        self.programs = programs
        self.limit = limit
        self.logger = logger
    }

    /// - Returns: How many sessions it ended.
    @discardableResult
    public func look() async throws(PostgresError) -> Int {
        let open = try await database.all(.openTransactions(ours: programs))
        oldest.record(open.map(\.seconds).max() ?? 0)
        let long = open.filter { .seconds($0.seconds) > limit }
        var count = 0
        for transaction in long {
            let isEnded =
                transaction.isOurs && transaction.isIdle
                ? try await database.first(.end(transaction)) ?? false : false
            if isEnded { count += 1 }
            logger.error(
                "a transaction does not end",
                metadata: [
                    "session": "\(transaction.pid)", "program": "\(transaction.program)",
                    "seconds": "\(Int(transaction.seconds))", "idle": "\(transaction.isIdle)",
                    "ended": "\(isEnded)",
                ])
        }
        ended.increment(by: count)
        return count
    }
}

private struct OpenTransaction: PostgresRow {
    let pid: Int
    let program: String
    let seconds: Double
    let isIdle: Bool
    let isOurs: Bool

    init(row: inout RowReader) throws(PostgresError) {
        pid = try row.next()
        program = try row.next()
        seconds = try row.next()
        isIdle = try row.next()
        isOurs = try row.next()
    }
}

extension Query where Row == OpenTransaction {
    /// Of this database, but not the one that asks. Sessions that the role may not look at are left out.
    fileprivate static func openTransactions(ours: [String]) -> Self {
        Query(
            "jobs.open_transactions", on: .write,
            """
            SELECT pid::bigint, application_name, extract(epoch FROM clock_timestamp() - xact_start)::float8,
                   state LIKE 'idle in transaction%',
                   application_name = ANY (\(ours))
              FROM pg_stat_activity
             WHERE datname = current_database() AND backend_type = 'client backend'
               AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND state IS NOT NULL
             ORDER BY xact_start
             LIMIT 100
            """)
    }
}

extension Query where Row == Bool {
    /// Ends the session, if it is still in that transaction.
    fileprivate static func end(_ transaction: OpenTransaction) -> Self {
        Query(
            "jobs.end_session", on: .write,
            """
            SELECT pg_terminate_backend(pid)
              FROM pg_stat_activity
             WHERE pid = \(transaction.pid)::bigint::int AND state LIKE 'idle in transaction%'
               AND extract(epoch FROM clock_timestamp() - xact_start)::float8 >= \(transaction.seconds)
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}
