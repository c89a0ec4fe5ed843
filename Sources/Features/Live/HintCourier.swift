import Foundation
import Jobs
package import Logging
package import Postgres
import ServiceLifecycle

/// Carries hints between the processes on one database, by `LISTEN` and `NOTIFY`.
///
/// Nothing depends on it. A notification is a statement of its own, never part of an edit's transaction: it takes a lock
/// of the whole server until its commit, which would cost the writers most of their speed.
package struct HintCourier: Service {
    private let database: PostgresClient
    private let hints: UpdateHints
    private let logger: Logger
    /// Says which process speaks, so that it does not listen to itself.
    private let sender = UUID().uuidString.prefix(8).lowercased()

    private static let channel = "noonish_updates"

    package init(database: PostgresClient, hints: UpdateHints, logger: Logger) {
        self.database = database
        self.hints = hints
        self.logger = logger
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
            case .gap: hints.missed()
            case .message(_, let payload):
                let parts = payload.split(separator: "|", maxSplits: 1)
                guard parts.count == 2, parts[0] != sender else { continue }
                hints.heard(Hints(payload: parts[1]))
            }
        }
    }

    /// Sends for ever, on one connection after another. What was not sent is not sent again: it was a hint.
    private func send() async {
        while !Task.isCancelled {
            do {
                try await database.withNotifier(send)
            } catch {
                logger.debug("a hint was not sent", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: LiveLimits.notifyAgain * Double.random(in: 0.5...1))
            }
        }
    }

    /// Collects what waits and sends it as one list, with a pause after each so that lists get longer, not more.
    private func send(by notifier: Notifier) async throws {
        while !Task.isCancelled {
            await hints.outgoing.wait()
            for payload in hints.take().payloads(longest: LiveLimits.notifyBytes) {
                try await notifier.notify(
                    Self.channel, "\(sender)|\(payload)", timeout: LiveLimits.notifyTime)
            }
            try await Task.sleep(for: LiveLimits.notifyEvery)
        }
    }
}
