package import Access
import Jobs
package import Logging
package import Mail
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

/// How outing mail leaves.
package struct MailDelivery: Sendable {
    let transport: any MailTransport
    let from: MailAddress

    package init(transport: any MailTransport, from: MailAddress) {
        self.transport = transport
        self.from = from
    }
}

/// What runs in a process of this role, in the order in which it starts; the database's client stands before.
///
/// - Parameters:
///   - hints: Shared with ``OutingRecord``, which tells it of every commit.
///   - mail: Nil: mail waits until a process that has a way to send it takes it.
package func services(
    role: Role, database: PostgresClient, hub: StreamHub, hints: UpdateHints, mail: MailDelivery?, site: Site,
    logger: Logger
) -> [any Service] {
    var services: [any Service] = [HintCourier(database: database, hints: hints, logger: logger)]
    if role != .worker { services.append(hub) }
    guard role != .http else { return services }
    let pace = WorkLoop.Pace(pollInterval: UpdateLimits.poll)
    func loop(
        _ name: String, _ signal: Signal, _ turn: @escaping @Sendable () async throws -> Bool
    ) -> WorkLoop {
        WorkLoop(name, pace: pace, signal: signal, logger: logger) { try await turn() ? .worked : .idle }
    }
    let fanOut = FanOut(database: database, hints: hints)
    services.append(loop("updates.fan_out", hints.fanOut, fanOut.turn))
    let inbox = DeliverInbox(database: database, hints: hints, logger: logger)
    services.append(loop("updates.deliver_inbox", hints.inbox, inbox.turn))
    if let mail {
        let deliver = DeliverMail(
            database: database, transport: mail.transport, from: mail.from, site: site, logger: logger)
        services.append(loop("updates.deliver_mail", hints.mail, deliver.turn))
    }
    return services
}
