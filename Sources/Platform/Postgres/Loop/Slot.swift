internal import CLibPQ
import Foundation
import Logging

/// The place of one connection: closed, on its way, or open. Loop's thread only.
final class Slot {
    enum State {
        case closed
        case connecting(Attempt)
        case open(Pipeline)
    }

    /// What is shared by all slots of a client.
    struct Context {
        let costs: StatementCosts
        let notices: NoticeReceiver
        let logger: Logger
    }

    let policy: LanePolicy
    private let context: Context
    private var state = State.closed
    /// Failures in a row.
    private var failures = 0
    private var attempts = 0
    /// Not to connect before.
    private var pausedUntil = Moment.distantPast
    /// Why the last attempt failed; nil once one has succeeded.
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

    /// When something is to be done although the socket is silent.
    ///
    /// - Parameter isWanted: Whether it is to be opened when its pause is over.
    func wakeTime(isWanted: Bool) -> Moment {
        switch state {
        case .closed: isWanted ? pausedUntil : .never
        case .connecting(let attempt): attempt.until
        case .open(let pipeline): min(pipeline.earliestDeadline, pipeline.deadAt)
        }
    }

    /// What to wait for.
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
    /// Closed, and its pause is over.
    func mayOpen(_ now: Moment) -> Bool { isClosed && now >= pausedUntil }

    /// Begins to connect.
    func open(_ now: Moment) {
        let attempt = Attempt(
            policy.parameters.rotated(by: attempts), until: now + policy.connectTimeout,
            notices: context.notices)
        attempts += 1
        state = .connecting(attempt)
        if let failure = attempt.failure { fail(failure, now) }
    }

    /// Goes on connecting after the socket became ready, or gives up when it takes too long.
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

    /// Closes what is open, without an error.
    func close() { state = .closed }

    /// The connection broke. The next one is tried at once, unless this goes on.
    ///
    /// - Returns: What was in flight.
    func lose(_ reason: String, _ now: Moment) -> [Request] {
        context.logger.warning(
            "connection to PostgreSQL lost", metadata: ["lane": "\(policy.name)", "reason": "\(reason)"])
        pausedUntil = now + PostgresLimits.shortestBackoff
        return abandon()
    }

    /// Closes it, whatever it was doing.
    ///
    /// - Returns: What was in flight.
    func abandon() -> [Request] {
        defer { state = .closed }
        return pipeline?.abandonAll() ?? []
    }

    private func fail(_ reason: String, _ now: Moment) {
        state = .closed
        lastFailure = reason
        failures += 1
        pausedUntil = now + Backoff.pause(failures: failures)
        context.logger.warning(
            "cannot connect to PostgreSQL",
            metadata: ["lane": "\(policy.name)", "reason": "\(reason)", "failures": "\(failures)"])
    }
}

/// The pauses between attempts: twice as long each time, and at random between half and all of it, so that many
/// clients do not come back at the same moment.
enum Backoff {
    static func pause(failures: Int) -> Duration {
        let doubled = PostgresLimits.shortestBackoff * (1 << min(failures, 16))
        return min(doubled, PostgresLimits.longestBackoff) * Double.random(in: 0.5...1)
    }
}
