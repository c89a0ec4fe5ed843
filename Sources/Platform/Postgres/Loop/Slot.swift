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
        let notices: NoticeReceiver
        let logger: Logger
    }

    let policy: LanePolicy
    private let context: Context
    private var state = State.closed
    /// Number of consecutive failures.
    private var failures = 0
    private var attempts = 0
    /// No attempt is made before this.
    private var pausedUntil = Moment.distantPast
    /// Reason of the last failed attempt; `nil` once one has succeeded.
    private(set) var lastFailure: String?

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
        case .connecting(let attempt): attempt.until
        case .open(let pipeline): min(pipeline.earliestDeadline, pipeline.deadAt)
        }
    }

    /// The descriptor and the events to poll for.
    var pollRequest: pollfd {
        switch state {
        case .closed: pollfd(fd: -1, events: 0, revents: 0)
        case .connecting(let attempt): attempt.pollRequest
        case .open(let pipeline):
            pollfd(
                fd: PQsocket(pipeline.handle),
                events: Int16(POLLIN) | (pipeline.wantsWrite ? Int16(POLLOUT) : 0), revents: 0)
        }
    }
}

extension Slot {
    /// Returns whether the slot is closed and its back-off is over.
    func mayOpen(_ now: Moment) -> Bool { isClosed && now >= pausedUntil }

    /// Starts to connect.
    func open(_ now: Moment) {
        let attempt = ConnectionAttempt(
            policy.parameters.rotated(by: attempts), until: now + policy.connectTimeout,
            notices: context.notices)
        attempts += 1
        state = .connecting(attempt)
        if let failure = attempt.failure { fail(failure, now) }
    }

    /// Continues to connect when the socket is ready, or gives up after the time limit.
    func proceed(isReady: Bool, _ now: Moment, number: () -> UInt64) {
        guard case .connecting(let attempt) = state else { return }
        guard now < attempt.until else { return fail("no answer in \(policy.connectTimeout)", now) }
        guard isReady else { return }
        switch attempt.proceed() {
        case .pending: break
        case .failed(let reason): fail(reason, now)
        case .connected(let handle):
            failures = 0
            lastFailure = nil
            state = .open(
                Pipeline(
                    handle, number: number(), policy: policy, costs: context.costs, notices: context.notices))
        }
    }

    /// Closes the connection without an error.
    func close() { state = .closed }

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

    private func fail(_ reason: String, _ now: Moment) {
        state = .closed
        lastFailure = reason
        failures += 1
        pausedUntil = now + PostgresLimits.backoff.pause(after: failures)
        context.logger.warning(
            "cannot connect to PostgreSQL",
            metadata: ["lane": "\(policy.name)", "reason": "\(reason)", "failures": "\(failures)"])
    }
}
