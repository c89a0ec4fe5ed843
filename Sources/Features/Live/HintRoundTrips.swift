import CoreMetrics
import Metrics
import Synchronization

/// Measures how long this process's notifications take to come back to it, as the histogram
/// `update_hint_seconds`: the delay of hints, by one clock.
final class HintRoundTrips: Sendable {
    private struct State {
        var count: UInt64 = 0
        /// When the wake-ups of each notification that is under way were ready.
        var begun: [UInt64: ContinuousClock.Instant] = [:]
    }

    /// Notifications that may be under way; more are lost, and not measured.
    private static let limit = 1_000

    private let state = Mutex(State())
    private let timer: Timer

    init(metrics: any MetricsFactory) {
        timer = Timer(label: "update_hint_seconds", dimensions: [], factory: metrics)
    }

    /// Returns the number of a notification whose wake-ups were ready at `start`.
    func begin(at start: ContinuousClock.Instant) -> UInt64 {
        state.withLock { state in
            if state.begun.count >= Self.limit { state.begun = [:] }
            state.count += 1
            state.begun[state.count] = start
            return state.count
        }
    }

    /// Records that a notification arrived.
    func end(_ number: UInt64) {
        guard let start = state.withLock({ $0.begun.removeValue(forKey: number) }) else { return }
        timer.record(duration: start.duration(to: .now))
    }

    /// Forgets the notifications under way, which may be lost.
    func clear() { state.withLock { $0.begun = [:] } }
}
