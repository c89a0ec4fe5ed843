package import CoreMetrics
import Foundation
import Jobs
package import Logging
package import Postgres
import ServiceLifecycle
import Timing

/// Exchanges wake-ups between the processes of one database, by `LISTEN` and `NOTIFY`.
///
/// Correctness does not depend on it. `NOTIFY` is a statement of its own and never part of an edit's
/// transaction: it takes a server-wide lock until the commit, which would slow down writers considerably.
package struct NotifyBroadcaster: Service {
    private let database: PostgresClient
    private let wakeUps: WakeUpDispatcher
    private let logger: Logger
    /// Identifies this process, so that it ignores its own notifications.
    private let sender = UUID().uuidString.prefix(8).lowercased()
    private let roundTrips: HintRoundTrips

    private static let channel = "noonish_updates"

    package init(
        database: PostgresClient, wakeUps: WakeUpDispatcher, logger: Logger,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.database = database
        self.wakeUps = wakeUps
        self.logger = logger
        roundTrips = HintRoundTrips(metrics: metrics)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await listen() }
                group.addTask { await send() }
            }
        }
    }

    private func listen() async {
        let notifications = database.listen([Self.channel])
        for await notification in notifications {
            switch notification {
            case .gap:
                roundTrips.clear()
                wakeUps.didMissNotifications()
            case .message(_, let payload):
                let parts = payload.split(separator: "|", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let name = parts[0].split(separator: ".")
                if name.first.map(String.init) == sender {
                    if name.count == 2, let number = UInt64(name[1]) { roundTrips.end(number) }
                } else {
                    wakeUps.receive(WakeUps(payload: parts[1], at: wakeUps.processes?.id))
                }
            }
        }
    }

    /// Sends wake-ups until cancelled, and reconnects after errors. Wake-ups that could not be sent are not
    /// retried: they only save time.
    private func send() async {
        while !Task.isCancelled {
            do {
                try await database.withNotifier(send)
            } catch {
                logger.debug("a hint was not sent", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: LiveLimits.notifyRetryPause.jittered())
            }
        }
    }

    /// Sends the pending wake-ups as one batch and pauses after each, so that under load batches get larger,
    /// not more frequent.
    private func send(by notifier: Notifier) async throws {
        while !Task.isCancelled {
            await wakeUps.outgoing.wait()
            let pending = wakeUps.take()
            let worker = wakeUps.processes?.nextWorker()
            for payload in pending.wakeUps.payloads(longest: LiveLimits.notifyBytes, for: worker) {
                let number = roundTrips.begin(at: pending.since ?? .now)
                try await notifier.notify(
                    Self.channel, "\(sender).\(number)|\(payload)", timeout: LiveLimits.notifyTimeout)
            }
            try await Task.sleep(for: LiveLimits.notifyInterval)
        }
    }
}
