import CLibPQ
import Foundation
import Logging
import Timing

/// One connection of a lane, which is closed, connecting or open. Used on the loop's thread only.
final class Slot {
    enum State {
        case closed
        case connecting(ConnectionAttempt)
        case open(Pipeline)
    }

    /// The objects that all slots of a client share.
    struct Context {
        let costs: StatementCosts
        let logger: Logger
    }

    let policy: LanePolicy
    private let context: Context
    private var state = State.closed
    /// Number of consecutive failures.
    private var failures = 0
    /// With which host the next attempt starts.
    private var rotation = 0
    /// No attempt is made before this.
    private var pausedUntil = Moment.distantPast
    /// Why the last attempt failed; `nil` once one has succeeded.
    private(set) var lastFailure: ConnectFailure?

    init(_ policy: LanePolicy, _ context: Context) {
        self.policy = policy
        self.context = context
    }

    var pipeline: Pipeline? {
        if case .open(let pipeline) = state { pipeline } else { nil }
    }

    var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    var isConnecting: Bool {
        if case .connecting = state { true } else { false }
    }

    /// Returns when the slot needs attention even if its socket stays silent.
    ///
    /// - Parameter isWanted: Whether a connection should be opened when the back-off ends.
    func wakeTime(isWanted: Bool) -> Moment {
        switch state {
        case .closed: isWanted ? pausedUntil : .never
        case .connecting(let attempt): attempt.wakeTime
        case .open(let pipeline): min(pipeline.earliestDeadline, pipeline.deadAt)
        }
    }

    /// Appends the descriptors and the events to poll for.
    func addPollRequests(to polls: inout [pollfd]) {
        switch state {
        case .closed: break
        case .connecting(let attempt): polls += attempt.pollRequests
        case .open(let pipeline):
            polls.append(
                pollfd(
                    fd: PQsocket(pipeline.handle),
                    events: Int16(POLLIN) | (pipeline.wantsWrite ? Int16(POLLOUT) : 0), revents: 0))
        }
    }

    /// The number of descriptors to poll.
    var pollCount: Int {
        switch state {
        case .closed: 0
        case .connecting(let attempt): attempt.pollRequests.count
        case .open: 1
        }
    }
}

extension Slot {
    /// Returns whether the slot is closed and its back-off is over.
    func mayOpen(_ now: Moment) -> Bool { isClosed && now >= pausedUntil }

    /// Starts to connect.
    func open(_ now: Moment) {
        state = .connecting(
            ConnectionAttempt(
                policy.parameters.rotated(by: rotation), from: now, until: now + policy.connectTimeout,
                logger: context.logger))
    }

    /// Continues to connect when a socket is ready or the time has come, or gives up after the time limit.
    func proceed(isReady: Bool, _ now: Moment, number: () -> UInt64) {
        guard case .connecting(let attempt) = state else { return }
        guard isReady || now >= attempt.wakeTime else { return }
        switch attempt.proceed(now) {
        case .pending: break
        case .failed(let failure): fail(failure, now)
        case .connected(let connection):
            failures = 0
            lastFailure = nil
            state = .open(
                Pipeline(connection, number: number(), policy: policy, costs: context.costs))
        }
    }

    /// Closes the connection without an error. The next attempt starts with another host, after a pause, if the server
    /// turned out to be read-only.
    func close(_ now: Moment) {
        if pipeline?.isServerReadOnly == true {
            context.logger.warning(
                "PostgreSQL is read-only; looking for the leader",
                metadata: ["lane": "\(policy.name)", "server": "\(pipeline?.server ?? "")"])
            rotation += 1
            pausedUntil = now + PostgresLimits.pauseAfterReadOnly
        }
        state = .closed
    }

    /// Drops a broken connection. The next attempt follows almost at once; repeated failures to connect back
    /// off.
    ///
    /// - Returns: The requests that were in flight.
    func disconnect(_ reason: String, _ now: Moment) -> [Request] {
        context.logger.warning(
            "connection to PostgreSQL lost", metadata: ["lane": "\(policy.name)", "reason": "\(reason)"])
        pausedUntil = now + PostgresLimits.pauseAfterLoss
        return abandon()
    }

    /// Closes the connection in any state.
    ///
    /// - Returns: The requests that were in flight.
    func abandon() -> [Request] {
        defer { state = .closed }
        return pipeline?.abandonAll() ?? []
    }

    private func fail(_ failure: ConnectFailure, _ now: Moment) {
        state = .closed
        lastFailure = failure
        failures += 1
        rotation += 1
        pausedUntil = now + PostgresLimits.backoff.pause(after: failures)
        context.logger.warning(
            "cannot connect to PostgreSQL",
            metadata: ["lane": "\(policy.name)", "reason": "\(failure.reason)", "failures": "\(failures)"])
    }
}
