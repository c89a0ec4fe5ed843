import Jobs
package import Journal
package import Live
package import Localization
package import Logging
import News
package import Outings
package import Postgres
package import ServiceLifecycle

/// The part of the work that a process does.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Requests and streams.
    case http
    /// Fan-out, deliveries and scheduled work.
    case worker
    case both
}

/// Returns the services of a process with this role in the order in which they start. The database client
/// must start before them.
///
/// - Parameters:
///   - wakeUps: The dispatcher that ``OutingRecord`` notifies of every commit.
///   - carriers: One for each channel except the inbox. Deliveries on a channel without a carrier wait for a
///     process that has one.
///   - catalogue: The texts in all languages.
///   - kinds: The registered kinds of changes.
///   - expired: Commands that delete expired rows of the channels.
package func services(
    role: Role, database: PostgresClient, hub: StreamHub, wakeUps: WakeUpDispatcher, record: OutingRecord,
    carriers: [any Carrier], expired: [Command] = [], catalogue: Catalogue, kinds: ChangeRegistry,
    logger: Logger
) -> [any Service] {
    var services: [any Service] = [NotifyBroadcaster(database: database, wakeUps: wakeUps, logger: logger)]
    if role != .worker { services.append(hub) }
    guard role != .http else { return services }
    let pace = WorkLoop.Pace(pollInterval: DeliveryLimits.poll)
    func loop(
        _ name: String, _ signal: Signal, _ run: @escaping @Sendable () async throws -> Bool
    ) -> WorkLoop {
        WorkLoop(name, pace: pace, signal: signal, logger: logger) { try await run() ? .worked : .idle }
            .shared(by: wakeUps.processes)
    }
    // A full batch wakes the channel's other loop.
    func deliveryLoop(_ channel: Channel, _ run: @escaping @Sendable () async throws -> Bool) -> WorkLoop {
        let signal = wakeUps.delivery(channel)
        return loop("updates.deliver_\(channel.rawValue)", signal) {
            let mayHaveMore = try await run()
            if mayHaveMore { signal.fire() }
            return mayHaveMore
        }
    }
    let fanOut = FanOut(database: database, wakeUps: wakeUps)
    services.append(loop("delivery.fan_out", wakeUps.fanOut, fanOut.runOnce))
    let inbox = InboxDeliveryWorker(database: database, kinds: kinds, wakeUps: wakeUps, logger: logger)
    for _ in 0..<DeliveryLimits.deliveryWorkers {
        services.append(deliveryLoop(.inbox, inbox.runOnce))
    }
    for carrier in carriers {
        let deliver = DeliveryWorker(
            carrier, database: database, catalogue: catalogue, kinds: kinds,
            processes: wakeUps.processes, logger: logger)
        for _ in 0..<DeliveryLimits.deliveryWorkers {
            services.append(deliveryLoop(carrier.channel, deliver.runOnce))
        }
    }
    return services + Maintenance(database: database, logger: logger).loops
}
