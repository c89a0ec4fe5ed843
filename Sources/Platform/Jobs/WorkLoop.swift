import CoreMetrics
import Initializers
public import Logging
import Metrics
public import ServiceLifecycle
public import Timing

/// Repeats one step of work for as long as the program runs.
///
/// A step returns whether there may be more work; if not, the loop waits for its signal or the poll interval.
/// A step that throws is retried after an increasing pause. Several loops, in one process or many, may share
/// the same work, so a step must claim what it works on.
public struct WorkLoop: Service {
    /// The result of a step.
    public enum Outcome: Sendable {
        /// Work was done; run the next step at once.
        case worked
        /// There was nothing to do.
        case idle
    }

    /// The timing of a loop.
    @MemberwiseInit
    public struct Pace: Sendable {
        /// Longest pause between polls; each pause is random between half and all of it, so that loops do not
        /// poll in lockstep.
        public var pollInterval: Duration
        /// Time limit of one step. A step that exceeds it is cancelled and counts as failed, and the loop
        /// continues without it, so that a step that ignores cancellation cannot stop the work for good.
        public var stepLimit: Duration = .seconds(30)
        /// The pauses after failures in a row.
        public var backoff: Backoff = Backoff(first: .milliseconds(100), longest: .seconds(30))
    }

    private let name: String
    private let pace: Pace
    private let signal: Signal
    private let logger: Logger
    private let stepTimer: Timer
    private let step: @Sendable () async throws -> Outcome
    private var processes: ProcessRegistry?

    /// Creates a loop.
    ///
    /// - Parameters:
    /// - name: `room.verb_noun`, as it appears in logs and metrics.
    ///   - pace: The timing of the loop.
    ///   - signal: Fired when work is created in this process.
    ///   - logger: Logs failed steps.
    ///   - step: Does one step of the work.
    public init(
        _ name: String, pace: Pace, signal: Signal = Signal(), logger: Logger,
        step: @escaping @Sendable () async throws -> Outcome
    ) {
        self.name = name
        self.pace = pace
        self.signal = signal
        self.logger = logger
        stepTimer = Timer(label: "work_step_seconds", dimensions: [("work", name)])
        self.step = step
    }

    /// Returns a copy whose work these processes share: each polls the less often the more there are, so that all
    /// together poll as often as one.
    public func shared(by processes: ProcessRegistry?) -> Self {
        var copy = self
        copy.processes = processes
        return copy
    }

    /// Runs until graceful shutdown, which waits for the current step, or cancellation, which cancels it.
    public func run() async {
        var failures = 0
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            do {
                let outcome = try await limitedStep()
                failures = 0
                if outcome == .idle { await rest() }
            } catch {
                if Task.isCancelled { return }
                failures += 1
                let pause = pace.backoff.pause(after: failures)
                logger.warning(
                    "a step of work failed and will be retried",
                    metadata: [
                        "work": "\(name)", "error": "\(String(reflecting: error))", "failures": "\(failures)",
                        "pause": "\(pause)",
                    ])
                await sleep(pause)
            }
        }
    }
}

extension WorkLoop {
    private func limitedStep() async throws -> Outcome {
        let start = ContinuousClock.now
        defer { stepTimer.record(duration: start.duration(to: .now)) }
        return try await withTimeLimit(pace.stepLimit) { [step] in try await step() }
    }

    /// Waits until there may be work.
    private func rest() async {
        let interval = (pace.pollInterval * (processes?.peerCount ?? 1)).jittered()
        await cancelWhenGracefulShutdown { await signal.wait(timeout: interval) }
    }

    /// Sleeps regardless of the signal: more work does not make a failing step more likely to succeed.
    private func sleep(_ pause: Duration) async {
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }
}
