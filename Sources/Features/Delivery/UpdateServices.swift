import Jobs
package import Live
package import Localization
package import Logging
internal import News
package import Outings
package import Postgres
package import ServiceLifecycle

/// Which part of the work a process does.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Requests and streams.
    case http
    /// Fan-out and deliveries.
    case worker
    case both
}

/// What runs in a process of this role, in the order in which it starts; the database's client stands before.
///
/// - Parameters:
///   - hints: Shared with ``OutingRecord``, which tells it of every commit.
///   - carriers: One for each channel but the inbox. News of a channel without one waits until a process that has
///     one takes it.
///   - catalogue: What readers are told, in their languages.
///   - expired: What removes rows of channels that have had their time.
package func services(
    role: Role, database: PostgresClient, hub: StreamHub, hints: UpdateHints, record: OutingRecord,
    carriers: [any Carrier], expired: [Command] = [], catalogue: Catalogue, logger: Logger
) -> [any Service] {
    var services: [any Service] = [HintCourier(database: database, hints: hints, logger: logger)]
    if role != .worker { services.append(hub) }
    guard role != .http else { return services }
    let pace = WorkLoop.Pace(pollInterval: DeliveryLimits.poll)
    func loop(
        _ name: String, _ signal: Signal, _ turn: @escaping @Sendable () async throws -> Bool
    ) -> WorkLoop {
        WorkLoop(name, pace: pace, signal: signal, logger: logger) { try await turn() ? .worked : .idle }
    }
    let fanOut = FanOut(database: database, hints: hints)
    services.append(loop("delivery.fan_out", hints.fanOut, fanOut.turn))
    let inbox = DeliverInbox(database: database, hints: hints, logger: logger)
    for _ in 0..<DeliveryLimits.deliveryWorkers {
        services.append(loop("updates.deliver_inbox", hints.delivery(.inbox), inbox.turn))
    }
    for carrier in carriers {
        let deliver = Deliver(carrier, database: database, catalogue: catalogue, logger: logger)
        for _ in 0..<DeliveryLimits.deliveryWorkers {
            services.append(
                loop(
                    "updates.deliver_\(carrier.channel.rawValue)", hints.delivery(carrier.channel),
                    deliver.turn))
        }
    }
    let house = KeepHouse(database: database, record: record, others: expired, logger: logger)
    return services + house.loops
}
