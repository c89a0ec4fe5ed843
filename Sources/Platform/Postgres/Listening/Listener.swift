import CLibPQ
import Glibc
import Logging
import Synchronization
import Timing

/// A background thread that runs `LISTEN` on a connection of its own and reconnects until it is stopped.
final class Listener: Closable {
    /// How often the listener checks that the server still has its subscriptions, and how long the check may
    /// take. Without it, a connection whose peer vanished would stay silent for ever.
    struct Heartbeat: Sendable {
        var interval = Duration.seconds(4)
        var limit = Duration.seconds(2)
    }

    private let channels: Set<String>
    private let heartbeat: Heartbeat
    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let queue: NotificationQueue
    private let interrupt = Interrupt()
    private let thread = Mutex<BackgroundThread?>(nil)

    init(
        _ channels: Set<String>, _ heartbeat: Heartbeat, _ configuration: PostgresConfiguration,
        _ queue: NotificationQueue,
        _ logger: Logger
    ) {
        self.channels = channels
        self.heartbeat = heartbeat
        self.configuration = configuration
        self.queue = queue
        self.logger = logger
    }

    /// Starts the thread.
    ///
    /// - Parameter ended: Called when the thread ends.
    func start(ended: @escaping @Sendable () -> Void) {
        thread.withLock { thread in
            thread = BackgroundThread("postgres-listen") { [self] in
                run()
                queue.close()
                ended()
            }
        }
    }

    func stop() { interrupt.fire() }

    func close() async {
        stop()
        await thread.withLock { $0 }?.join()
    }
}

/// Runs on the listener's thread.
extension Listener {
    private func run() {
        let parameters = configuration.connection(statementTimeout: heartbeat.limit)
        var failures = 0
        // Of any kind, so that each attempt starts with another host.
        var rotation = 0
        while !interrupt.hasFired {
            do throws(PostgresError) {
                let connection = try BlockingConnection(
                    parameters.rotated(by: rotation), until: .now + configuration.connectTimeout,
                    interrupt: interrupt, logger: logger)
                try listen(connection)
                failures = 0
                try follow(connection)
            } catch {
                if interrupt.hasFired { return }
                failures += 1
                rotation += 1
                logger.warning(
                    "listening to PostgreSQL interrupted",
                    metadata: ["reason": "\(error.debugDescription)", "failures": "\(failures)"])
                interrupt.wait(until: .now + PostgresLimits.backoff.pause(after: failures))
            }
        }
    }

    private func listen(_ connection: BlockingConnection) throws(PostgresError) {
        connection.deadline = .now + heartbeat.limit
        let statements = channels.sorted().map { "LISTEN \"\($0.replacing("\"", with: "\"\""))\"" }
        try connection.run(statements.joined(separator: ";"), named: "listen")
        queue.enqueue(.gap)
    }

    private func follow(_ connection: BlockingConnection) throws(PostgresError) {
        var nextHeartbeat = Moment.now + heartbeat.interval
        while true {
            for notification in connection.takeNotifications() { queue.enqueue(notification) }
            if try connection.waitForInput(until: nextHeartbeat) { continue }
            connection.deadline = .now + heartbeat.limit
            let known = try connection.run(
                """
                SELECT current_setting('transaction_read_only'), channel
                  FROM (SELECT true) AS one
                  LEFT JOIN pg_listening_channels() AS channel ON true
                """, named: "listen.heartbeat")
            // No process sends anything through a leader that was fenced.
            if known.first?.first == "on" { throw .refusal(of: "listen.heartbeat") }
            if !channels.isSubset(of: known.compactMap { $0[1] }) { try listen(connection) }
            nextHeartbeat = .now + heartbeat.interval
        }
    }
}

extension BlockingConnection {
    /// Returns the notifications received since the last call.
    func takeNotifications() -> [Notifications.Event] {
        var notifications: [Notifications.Event] = []
        while let notify = PQnotifies(handle) {
            defer { PQfreemem(notify) }
            notifications.append(
                .message(
                    channel: String(cString: notify.pointee.relname),
                    payload: String(cString: notify.pointee.extra)))
        }
        return notifications
    }
}

extension PostgresClient {
    /// Listens to `channels` on a dedicated connection until the client stops. A broken connection is
    /// replaced; after each reconnect the reader receives ``Notifications/Event/gap``.
    public func listen(_ channels: Set<String>) -> Notifications { listen(channels, heartbeat: .init()) }

    func listen(_ channels: Set<String>, heartbeat: Listener.Heartbeat) -> Notifications {
        let queue = NotificationQueue()
        let listener = Listener(channels, heartbeat, configuration, queue, logger)
        if dedicated.add(listener) {
            listener.start { [dedicated, listener] in dedicated.remove(listener) }
        } else {
            queue.close()
        }
        return Notifications(queue, listener)
    }
}
