import Foundation
import Logging

/// Finds servers that have stopped answering while their kernel still acknowledges every packet, such as a leader
/// that is frozen. Used on the loop's thread only.
///
/// A statement may take long, and a commit waits for its standby for as long as that takes. So when no connection to a
/// server has received anything for a moment and one of them waits, the watch opens another connection to it. A
/// server that does not even answer that is silent. It is watched only where there is another host to turn to.
final class SilenceWatch {
    /// How long a connection, and the probe, may be silent.
    private let patience: Duration
    private let logger: Logger
    /// By ``ConnectionParameters/server``, as are the answers.
    private var probes: [String: ConnectionAttempt] = [:]
    /// When a server last answered a probe.
    private var answers: [String: Moment] = [:]

    /// Returns `nil` if there is only one host.
    init?(_ configuration: PostgresConfiguration, _ logger: Logger) {
        guard
            configuration.standby != nil
                || configuration.connection(statementTimeout: .zero).alternatives.count > 1
        else { return nil }
        patience = configuration.silence
        self.logger = logger
    }

    var pollRequests: [pollfd] { probes.values.flatMap(\.pollRequests) }

    /// When to call ``silentServers(among:_:)`` even if no socket is ready.
    func wakeTime(_ pipelines: [Pipeline], _ now: Moment) -> Moment {
        guard !isQuiet(pipelines, now) else { return firstDueTime(pipelines) }
        let due = Dictionary(grouping: pipelines, by: \.server).map { server, group in
            probes[server]?.wakeTime ?? dueTime(server, group)
        }
        return due.min() ?? .never
    }

    /// Whether there is nothing to do, as nearly always.
    private func isQuiet(_ pipelines: [Pipeline], _ now: Moment) -> Bool {
        probes.isEmpty && firstDueTime(pipelines) > now
    }

    /// A lower bound of all due times.
    private func firstDueTime(_ pipelines: [Pipeline]) -> Moment {
        pipelines.reduce(.never) { min($0, $1.silentSince ?? .never) } + patience
    }

    /// Continues with the probes, begins those that are due, and returns the servers that answered nothing.
    func silentServers(among pipelines: [Pipeline], _ now: Moment) -> Set<String> {
        guard !isQuiet(pipelines, now) else { return [] }
        var silent: Set<String> = []
        for (server, probe) in probes {
            switch probe.proceed(now) {
            case .pending: continue
            case .connected: answers[server] = now
            case .failed:
                // A refusal is an answer.
                if now >= probe.until { silent.insert(server) } else { answers[server] = now }
            }
            probes[server] = nil
        }
        for (server, group) in Dictionary(grouping: pipelines, by: \.server) where !silent.contains(server) {
            guard probes[server] == nil, dueTime(server, group) <= now, let pipeline = group.first else {
                continue
            }
            probes[server] = ConnectionAttempt(
                pipeline.connection.parameters.setting("target_session_attrs", to: "any"), from: now,
                until: now + patience, logger: logger)
        }
        return silent
    }

    private func dueTime(_ server: String, _ pipelines: [Pipeline]) -> Moment {
        guard let waiting = pipelines.compactMap(\.silentSince).min() else { return .never }
        let heard = pipelines.map(\.lastHeard).max() ?? .distantPast
        return max(waiting, heard, answers[server] ?? .distantPast) + patience
    }
}
