package import Jobs
package import Logging
package import Postgres

/// The maintenance of the delivery queue.
package struct Maintenance: Sendable {
    /// The application names of the database sessions of requests and workers, whose time idle in a
    /// transaction is limited.
    private static let sessions = ["noonish app", "noonish worker"]

    private let database: PostgresClient
    private let logger: Logger
    private let pruner: UpdatePruner

    /// Creates the maintenance.
    ///
    /// - Parameter others: Commands that delete expired rows of the channels.
    package init(database: PostgresClient, others: [Command] = [], logger: Logger) {
        self.database = database
        self.logger = logger
        pruner = UpdatePruner(database: database, others: others)
    }

    /// Workers that run in one of all processes.
    package var workers: [AnyWorker] {
        let reconcile = WatchReconciler(database: database, logger: logger)
        return [
            AnyWorker("delivery.reconcile_watches", every: DeliveryLimits.reconciliationInterval) {
                try await reconcile.searchRecent()
            },
            AnyWorker(
                "delivery.reconcile_all_watches", every: DeliveryLimits.fullReconciliationInterval
            ) {
                try await reconcile.searchAll()
            },
            AnyWorker("delivery.end_watches", every: .seconds(86_400)) { [pruner] in
                try await pruner.endWatches()
            },
            AnyWorker("delivery.remove_old", every: .seconds(3_600)) { [pruner] in
                try await pruner.remove()
            },
        ]
    }

    /// Measurements that every process takes.
    var loops: [WorkLoop] {
        let gauges = QueueGauges(database: database)
        let storage = StorageGauges(database: database)
        let replication = ReplicationGauges(database: database)
        let watchdog = Watchdog(
            database, of: Self.sessions, limit: DeliveryLimits.longestTransaction, logger: logger)
        return [
            loop("updates.measure_queue") { try await gauges.record() },
            loop("delivery.measure_storage", every: StorageLimits.interval) { try await storage.record() },
            loop("delivery.measure_replication") { try await replication.record() },
            loop("updates.watch_transactions") { try await watchdog.checkTransactions() },
        ]
    }

    private func loop(
        _ name: String, every interval: Duration = DeliveryLimits.watchdogInterval,
        _ step: @escaping @Sendable () async throws -> Void
    ) -> WorkLoop {
        WorkLoop(name, pace: .init(pollInterval: interval), logger: logger) {
            try await step()
            return .idle
        }
    }
}
