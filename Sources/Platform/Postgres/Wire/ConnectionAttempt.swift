import Foundation
import Logging

/// A non-blocking attempt to connect to any host of a connection string. Each host has its turn when the one before
/// has failed or has been silent for a moment, and the first that fits wins. A host that refuses is tried again for as
/// long as another is silent: it may be promoted meanwhile.
///
/// libpq alone tries one host after the other and, without blocking, waits for each for ever.
///
/// - Source: RFC 8305, "Happy Eyeballs Version 2", section 5, for the staggered start.
final class ConnectionAttempt {
    enum Progress {
        case pending
        case failed(ConnectFailure)
        case connected(OpenConnection)
    }

    private struct Candidate {
        let parameters: ConnectionParameters
        /// When to try it, unless it is being tried.
        var start: Moment
        var attempt: HostAttempt?
        /// Why it failed when it was tried last.
        var failure: ConnectFailure?
    }

    let until: Moment
    private var candidates: [Candidate]
    private let logger: Logger
    private let isPipelined: Bool

    init(
        _ parameters: ConnectionParameters, from now: Moment = .now, until: Moment, logger: Logger,
        isPipelined: Bool = true
    ) {
        self.until = until
        self.logger = logger
        self.isPipelined = isPipelined
        let hosts = parameters.alternatives
        let share = Duration.nanoseconds(
            Int64(clamping: now.nanoseconds(until: until) / UInt64(hosts.count + 1)))
        let stagger = min(PostgresLimits.hostStagger, share)
        candidates = hosts.enumerated().map { index, host in
            Candidate(parameters: host, start: now + stagger * index)
        }
    }

    /// The sockets to poll; empty before the first call of ``proceed(_:)``.
    var pollRequests: [pollfd] { candidates.compactMap(\.attempt?.pollRequest) }

    /// When to call ``proceed(_:)`` even if no socket is ready.
    var wakeTime: Moment {
        candidates.reduce(until) { $1.attempt == nil ? min($0, $1.start) : $0 }
    }

    /// Continues with the hosts whose sockets are ready, and begins with those whose turn has come.
    func proceed(_ now: Moment) -> Progress {
        for index in candidates.indices {
            guard let attempt = candidates[index].attempt else { continue }
            switch attempt.proceed() {
            case .pending: break
            case .connected(let connection): return .connected(connection)
            case .failed(let failure): fail(index, failure, now)
            }
        }
        for index in candidates.indices
        where candidates[index].attempt == nil && candidates[index].start <= now {
            begin(index, now)
        }
        if candidates.allSatisfy({ $0.attempt == nil && $0.failure != nil }) { return .failed(failure) }
        return now < until ? .pending : .failed(failure)
    }

    private func begin(_ index: Int, _ now: Moment) {
        let attempt = HostAttempt(candidates[index].parameters, logger: logger, isPipelined: isPipelined)
        if let failure = attempt.failure {
            fail(index, failure, now)
        } else {
            candidates[index].attempt = attempt
        }
    }

    private func fail(_ index: Int, _ failure: ConnectFailure, _ now: Moment) {
        candidates[index].attempt = nil
        candidates[index].failure = failure
        candidates[index].start = now + PostgresLimits.hostRetry
        if let next = candidates.firstIndex(where: { $0.attempt == nil && $0.failure == nil }) {
            candidates[next].start = now
        }
    }

    /// The reasons of all hosts, and the error code of the first that refused.
    private var failure: ConnectFailure {
        var reasons: [String] = []
        for candidate in candidates {
            let reason = candidate.failure?.reason ?? "no answer in time from \(candidate.parameters.server)"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        return ConnectFailure(
            reasons.joined(separator: "; "), sqlState: candidates.compactMap(\.failure?.sqlState).first)
    }
}
