package import Jobs
package import Logging
package import Postgres

/// What keeps the queue of deliveries in order.
package struct Maintenance: Sendable {
    /// What the sessions of requests and workers are called; each idles in a transaction for no longer than its limits.
    private static let sessions = ["noonish app", "noonish worker"]

    private let database: PostgresClient
    private let logger: Logger
    private let pruner: UpdatePruner

    /// - Parameter others: What channels keep that has had its time.
    package init(database: PostgresClient, others: [Command] = [], logger: Logger) {
        self.database = database
        self.logger = logger
        pruner = UpdatePruner(database: database, others: others)
    }

    /// Done by one of all processes.
    package var workers: [AnyWorker] {
        let reconcile = WatchReconciler(database: database, logger: logger)
        return [
            AnyWorker("delivery.reconcile_watches", every: DeliveryLimits.reconciliationInterval) {
                try await reconcile.turn()
            },
            AnyWorker("delivery.remove_old", every: .seconds(3_600)) { [pruner] in
                try await pruner.remove()
            },
        ]
    }

    /// What each process measures for itself.
    var loops: [WorkLoop] {
        let gauges = QueueGauges(database: database)
        let watchdog = Watchdog(
            database, of: Self.sessions, limit: DeliveryLimits.longestTransaction, logger: logger)
        return [
            loop("updates.measure_queue") { try await gauges.record() },
            loop("updates.watch_transactions") { try await watchdog.checkTransactions() },
        ]
    }

    private func loop(_ name: String, _ step: @escaping @Sendable () async throws -> Void) -> WorkLoop {
        WorkLoop(name, pace: .init(pollInterval: DeliveryLimits.watchdogInterval), logger: logger) {
            try await step()
            return .idle
        }
    }
}
