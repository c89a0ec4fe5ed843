internal import CoreMetrics
public import Logging
internal import Metrics
public import ServiceLifecycle

/// Does one step of work again and again, for as long as the program runs.
///
/// A step says whether there may be more; when there is not, the loop rests until its signal is fired or the poll
/// interval is over. A step that throws is tried again after a pause that grows. Several loops, in one process or many,
/// may share the same work, so a step must claim what it does.
public struct WorkLoop: Service {
    /// What a step found.
    public enum Outcome: Sendable {
        /// Something was done; look again at once.
        case worked
        /// Nothing to do.
        case idle
    }

    /// How long things may take.
    public struct Pace: Sendable {
        /// Longest rest; each is at random between half and all of it, so that loops do not look in step.
        public var pollInterval: Duration
        /// Longest time for one step; then its task is cancelled, which counts as an error, and the loop goes on
        /// without it: what ignores its cancellation must not stop the work for good.
        public var stepLimit: Duration
        /// First and longest pause after an error.
        public var shortestPause: Duration
        public var longestPause: Duration

        public init(
            pollInterval: Duration, stepLimit: Duration = .seconds(30),
            shortestPause: Duration = .milliseconds(100), longestPause: Duration = .seconds(30)
        ) {
            self.pollInterval = pollInterval
            self.stepLimit = stepLimit
            self.shortestPause = shortestPause
            self.longestPause = longestPause
        }
    }

    private let name: String
    private let pace: Pace
    private let signal: Signal
    private let logger: Logger
    private let stepTimer: Timer
    private let step: @Sendable () async throws -> Outcome

    /// - Parameters:
    ///   - name: `feature.verb_noun`; seen in logs and metrics.
    ///   - signal: Fired by whoever made work in this process.
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

    /// Runs until graceful shutdown, which waits for the present step, or cancellation, which cancels it.
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
                let pause = pause(after: failures)
                logger.warning(
                    "work failed, will be tried again",
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

    /// Until there may be something to do.
    private func rest() async {
        let interval = pace.pollInterval * Double.random(in: 0.5...1)
        await cancelWhenGracefulShutdown { await signal.wait(timeout: interval) }
    }

    /// Without heeding the signal: work that fails is not more likely to succeed because there is more of it.
    private func sleep(_ pause: Duration) async {
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
    }

    /// Full jitter: at random up to a bound that doubles.
    ///
    /// - Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog.
    private func pause(after failures: Int) -> Duration {
        let bound = min(pace.shortestPause * (1 << min(failures - 1, 20)), pace.longestPause)
        return bound * Double.random(in: 0...1)
    }
}
