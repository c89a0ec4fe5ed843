import CoreMetrics
import Foundation
public import Logging
import Metrics
public import Postgres

/// Monitors long-running transactions. An open transaction keeps vacuum from removing dead rows in every
/// table, which makes the queue ever slower. The watchdog logs an error and records the gauge
/// `database_oldest_transaction_seconds`.
///
/// It terminates sessions of this service that are idle in a transaction. Active sessions and those of other
/// programs (a backup, an operator) are only reported.
public struct Watchdog: Sendable {
    private let database: any Database
    private let programs: [String]
    private let limit: Duration
    private let logger: Logger
    private let oldest = Gauge(label: "database_oldest_transaction_seconds")
    private let ended = Counter(label: "database_transactions_ended")

    /// Creates a watchdog.
    ///
    /// - Parameters:
    ///   - database: The database to monitor.
    ///   - programs: The application names of our sessions in `pg_stat_activity`.
    ///   - limit: Maximum age of a transaction.
    ///   - logger: Logs the transactions that exceed it.
    public init(_ database: any Database, of programs: [String], limit: Duration, logger: Logger) {
        self.database = database
        self.programs = programs
        self.limit = limit
        self.logger = logger
    }

    /// Checks all open transactions once.
    ///
    /// - Returns: The number of terminated sessions.
    @discardableResult
    public func checkTransactions() async throws(PostgresError) -> Int {
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
                "long-running transaction",
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

@Row
private struct OpenTransaction: PostgresRow {
    let pid: Int
    let program: String
    let seconds: Double
    let isIdle: Bool
    let isOurs: Bool
}

extension Query where Row == OpenTransaction {
    /// Returns the open transactions of this database, except the current one. Sessions that the role may not
    /// inspect are left out.
    fileprivate static func openTransactions(ours: [String]) -> Self {
        Query(
            "jobs.list_open_transactions", on: .write,
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
    /// Terminates the session if it is still idle in that transaction.
    fileprivate static func end(_ transaction: OpenTransaction) -> Self {
        Query(
            "jobs.end_session", on: .write,
            """
            SELECT pg_terminate_backend(pid)
              FROM pg_stat_activity
             WHERE pid = \(transaction.pid)::bigint::int AND state LIKE 'idle in transaction%'
               AND extract(epoch FROM clock_timestamp() - xact_start)::float8 >= \(transaction.seconds)
            """)
    }
}
