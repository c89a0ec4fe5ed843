import Jobs
import Timing

/// Limits the sends of one worker to each host, and with several workers those of all together: only a few at once, and none for a while after repeated
/// failures ("circuit breaker"). A failing host is not loaded further, and sends to other hosts do not wait
/// for it.
actor DestinationThrottle {
    enum Admission: Hashable, Sendable {
        /// The caller may send and must call ``release(_:after:)`` afterwards.
        case admitted
        /// The breaker is open for this long.
        case paused(Duration)
        /// No slot became free before the deadline.
        case timedOut
    }

    private struct Place {
        var activeSends = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Consecutive failures.
        var failures = 0
        var pausedUntil: ContinuousClock.Instant?
        /// Whether a send is testing if the host has recovered.
        var isProbing = false
    }

    private var places: [String: Place] = [:]
    private var nextWaiter = 0
    private let processes: ProcessRegistry?

    init(processes: ProcessRegistry? = nil) { self.processes = processes }

    /// The concurrent sends of this worker to one host; at least 1.
    private var limit: Int {
        max(1, DeliveryLimits.sendsPerDestination / (processes?.workerCount ?? 1))
    }

    /// Waits for a slot, at most until `deadline`.
    func acquire(_ name: String, before deadline: ContinuousClock.Instant) async -> Admission {
        while true {
            let now = ContinuousClock.now
            guard now < deadline else { return .timedOut }
            var place = places[name] ?? Place()
            if let until = place.pausedUntil {
                if now < until { return .paused(until - now) }
                guard !place.isProbing else { return .paused(DeliveryLimits.breakerProbeTime) }
                place.isProbing = true
            }
            if place.activeSends < limit {
                place.activeSends += 1
                places[name] = place
                return .admitted
            }
            await wait(name, until: deadline)
        }
    }

    /// Frees a slot and records the outcome.
    ///
    /// - Parameter outcome: `nil` if the send says nothing about the destination.
    func release(_ name: String, after outcome: DeliveryOutcome?) {
        guard var place = places[name] else { return }
        place.activeSends -= 1
        switch outcome {
        case nil: place.isProbing = false
        case .sent, .gone, .refused:
            place.failures = 0
            place.pausedUntil = nil
            place.isProbing = false
        case .retry(let pause, _):
            place.failures += 1
            place.isProbing = false
            let rest = max(pause ?? .zero, Self.rest(after: place.failures))
            if rest > .zero { place.pausedUntil = max(place.pausedUntil ?? .now, .now + rest) }
        }
        let next = place.waiting.isEmpty ? nil : place.waiting.removeFirst()
        let isIdle =
            place.activeSends == 0 && place.failures == 0 && place.pausedUntil == nil && place.waiting.isEmpty
        places[name] = isIdle ? nil : place
        next?.continuation.resume()
    }

    /// Returns how long no send to a destination starts: zero after few failures, then a growing pause.
    private static func rest(after failures: Int) -> Duration {
        let excess = failures - DeliveryLimits.breakerThreshold
        return excess < 0 ? .zero : DeliveryLimits.breaker.pause(after: excess + 1)
    }

    private func wait(_ name: String, until deadline: ContinuousClock.Instant) async {
        nextWaiter += 1
        let id = nextWaiter
        let timer = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            timeOut(id, name)
        }
        await withCheckedContinuation { continuation in
            places[name, default: Place()].waiting.append((id, continuation))
        }
        timer.cancel()
    }

    private func timeOut(_ id: Int, _ name: String) {
        guard let index = places[name]?.waiting.firstIndex(where: { $0.id == id }) else { return }
        places[name]?.waiting.remove(at: index).continuation.resume()
    }
}
