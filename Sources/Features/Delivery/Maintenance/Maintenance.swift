import Jobs
internal import Logging
internal import Outings
internal import Postgres

/// The worker's scheduled work: reminders and deadlines, the reconciler, the watchdog, clean-up and time zone
/// updates.
struct Maintenance: Sendable {
    /// The application names of the sessions of requests and workers, which the watchdog checks for old
    /// transactions.
    private static let sessions = ["noonish app", "noonish worker"]

    let database: PostgresClient
    let clock: OutingClock
    let logger: Logger
    let pruner: UpdatePruner

    init(database: PostgresClient, record: OutingRecord, others: [Command], logger: Logger) {
        self.database = database
        self.logger = logger
        clock = OutingClock(database: database, record: record)
        pruner = UpdatePruner(database: database, others: others)
    }

    /// The loops, one for each job, so that a slow or failing job does not delay the others.
    var loops: [WorkLoop] {
        let reconcile = WatchReconciler(database: database, logger: logger)
        let gauges = QueueGauges(database: database)
        let watchdog = Watchdog(
            database, of: Self.sessions, limit: DeliveryLimits.longestTransaction, logger: logger)
        return [
            loop("updates.remind", every: DeliveryLimits.clockInterval) { [clock] in _ = try await clock.remind() },
            loop("updates.ask_for_answers", every: DeliveryLimits.clockInterval) { [clock] in
                _ = try await clock.requestAnswers()
            },
            loop("outings.pass_offers_on", every: DeliveryLimits.clockInterval) { [clock] in
                _ = try await clock.processExpiredOffers()
            },
            loop("outings.forget_origins", every: DeliveryLimits.maintenanceInterval) { [clock] in
                _ = try await clock.forgetOrigins()
            },
            loop("updates.ask_for_ratings", every: DeliveryLimits.maintenanceInterval) { [clock] in
                _ = try await clock.requestRatings()
            },
            loop("updates.reconcile", every: DeliveryLimits.reconciliationInterval) { [database] in
                let isOurs = try await database.transaction { transaction in
                    try await transaction.takeSlot(
                        of: "updates.reconcile", every: DeliveryLimits.reconciliationInterval)
                }
                if isOurs { try await reconcile.turn() }
            },
            loop("updates.measure_queue", every: DeliveryLimits.watchdogInterval) { try await gauges.record() },
            loop("updates.watch_transactions", every: DeliveryLimits.watchdogInterval) {
                try await watchdog.checkTransactions()
            },
            loop("updates.remove_old", every: DeliveryLimits.maintenanceInterval) { [pruner] in
                try await pruner.turn()
            },
            loop("updates.recompute_times", every: DeliveryLimits.maintenanceInterval) { [database, clock] in
                let isOurs = try await database.transaction { transaction in
                    try await transaction.takeSlot(of: "updates.recompute_times", every: .seconds(86_400))
                }
                if isOurs { try await clock.recompute() }
            },
        ]
    }

    private func loop(
        _ name: String, every interval: Duration, _ step: @escaping @Sendable () async throws -> Void
    ) -> WorkLoop {
        let pace = WorkLoop.Pace(pollInterval: interval, stepLimit: DeliveryLimits.maintenanceStepLimit)
        return WorkLoop(name, pace: pace, logger: logger) {
            try await step()
            return .idle
        }
    }
}
