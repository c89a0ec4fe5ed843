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
        _ name: String, _ signal: Signal, _ turn: @escaping @Sendable () async throws -> Bool
    ) -> WorkLoop {
        WorkLoop(name, pace: pace, signal: signal, logger: logger) { try await turn() ? .worked : .idle }
    }
    let fanOut = FanOut(database: database, wakeUps: wakeUps)
    services.append(loop("delivery.fan_out", wakeUps.fanOut, fanOut.turn))
    let inbox = InboxDeliveryWorker(database: database, kinds: kinds, wakeUps: wakeUps, logger: logger)
    for _ in 0..<DeliveryLimits.deliveryWorkers {
        services.append(loop("updates.deliver_inbox", wakeUps.delivery(.inbox), inbox.turn))
    }
    for carrier in carriers {
        let deliver = DeliveryWorker(
            carrier, database: database, catalogue: catalogue, kinds: kinds, logger: logger)
        for _ in 0..<DeliveryLimits.deliveryWorkers {
            services.append(
                loop(
                    "updates.deliver_\(carrier.channel.rawValue)", wakeUps.delivery(carrier.channel),
                    deliver.turn))
        }
    }
    return services + Maintenance(database: database, logger: logger).loops
}
