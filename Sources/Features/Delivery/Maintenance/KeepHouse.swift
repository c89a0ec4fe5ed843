import Jobs
internal import Logging
internal import Outings
internal import Postgres

/// What a worker does by the clock: reminders and deadlines, the reconciler, the watchdog, cleaning, tzdata.
struct KeepHouse: Sendable {
    /// What the sessions of requests and workers are called; each idles in a transaction for no longer than its limits.
    private static let sessions = ["noonish app", "noonish worker"]

    let database: PostgresClient
    let clock: OutingClock
    let logger: Logger
    let removing: RemoveOldUpdates

    init(database: PostgresClient, record: OutingRecord, others: [Command], logger: Logger) {
        self.database = database
        self.logger = logger
        clock = OutingClock(database: database, record: record)
        removing = RemoveOldUpdates(database: database, others: others)
    }

    /// Each in a loop of its own, so that one that takes long or fails keeps nobody waiting.
    var loops: [WorkLoop] {
        let reconcile = Reconcile(database: database, logger: logger)
        let gauges = QueueGauges(database: database)
        let watchdog = Watchdog(
            database, of: Self.sessions, limit: DeliveryLimits.longestTransaction, logger: logger)
        return [
            loop("updates.remind", every: DeliveryLimits.clockTick) { [clock] in _ = try await clock.remind()
            },
            loop("updates.ask_for_answers", every: DeliveryLimits.clockTick) { [clock] in
                _ = try await clock.askForAnswers()
            },
            loop("outings.pass_offers_on", every: DeliveryLimits.clockTick) { [clock] in
                _ = try await clock.passOffersOn()
            },
            loop("outings.delete_expired_starting_points", every: DeliveryLimits.houseTick) { [clock] in
                _ = try await clock.forgetOrigins()
            },
            loop("updates.ask_for_ratings", every: DeliveryLimits.houseTick) { [clock] in
                _ = try await clock.askForRatings()
            },
            loop("updates.reconcile", every: DeliveryLimits.reconcileEvery) { [database] in
                let isOurs = try await database.transaction { transaction in
                    try await transaction.takeSlot(
                        of: "updates.reconcile", every: DeliveryLimits.reconcileEvery)
                }
                if isOurs { try await reconcile.turn() }
            },
            loop("updates.measure_queue", every: DeliveryLimits.watchdogEvery) { try await gauges.record() },
            loop("updates.watch_transactions", every: DeliveryLimits.watchdogEvery) {
                try await watchdog.checkTransactions()
            },
            loop("updates.remove_old", every: DeliveryLimits.houseTick) { [removing] in
                try await removing.turn()
            },
            loop("updates.recompute_times", every: DeliveryLimits.houseTick) { [database, clock] in
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
        let pace = WorkLoop.Pace(pollInterval: interval, stepLimit: DeliveryLimits.houseStep)
        return WorkLoop(name, pace: pace, logger: logger) {
            try await step()
            return .idle
        }
    }
}
