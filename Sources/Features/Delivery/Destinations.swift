/// Limits one worker's sends to each host and acts as a circuit breaker: only a few concurrent sends, and
/// none for a while to a host that keeps failing, so that it can recover and other hosts are not held up.
actor Destinations {
    enum Entry: Hashable, Sendable {
        /// The caller may send and must call ``leave(_:after:)`` afterwards.
        case entered
        /// The breaker is open for this long.
        case closed(Duration)
        /// No slot became free before the deadline.
        case late
    }

    private struct Place {
        var inside = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Consecutive failures.
        var failures = 0
        var closedUntil: ContinuousClock.Instant?
        /// Whether a send is testing if the host has recovered.
        var isTrying = false
    }

    private var places: [String: Place] = [:]
    private var nextWaiter = 0

    /// Waits for a slot, at most until `deadline`.
    func enter(_ name: String, before deadline: ContinuousClock.Instant) async -> Entry {
        while true {
            let now = ContinuousClock.now
            guard now < deadline else { return .late }
            var place = places[name] ?? Place()
            if let until = place.closedUntil {
                if now < until { return .closed(until - now) }
                guard !place.isTrying else { return .closed(DeliveryLimits.breakerTrial) }
                place.isTrying = true
            }
            if place.inside < DeliveryLimits.sendsPerDestination {
                place.inside += 1
                places[name] = place
                return .entered
            }
            await wait(name, until: deadline)
        }
    }

    /// Frees a slot and records the outcome.
    ///
    /// - Parameter outcome: `nil` if the send says nothing about the destination.
    func leave(_ name: String, after outcome: DeliveryOutcome?) {
        guard var place = places[name] else { return }
        place.inside -= 1
        switch outcome {
        case nil: place.isTrying = false
        case .sent, .gone, .refused:
            place.failures = 0
            place.closedUntil = nil
            place.isTrying = false
        case .retry(let pause, _):
            place.failures += 1
            place.isTrying = false
            let rest = max(pause ?? .zero, Self.rest(after: place.failures))
            if rest > .zero { place.closedUntil = max(place.closedUntil ?? .now, .now + rest) }
        }
        let next = place.waiting.isEmpty ? nil : place.waiting.removeFirst()
        let isForgotten =
            place.inside == 0 && place.failures == 0 && place.closedUntil == nil && place.waiting.isEmpty
        places[name] = isForgotten ? nil : place
        next?.continuation.resume()
    }

    /// Returns the pause after a number of failures: zero at first, then it doubles, with jitter so that
    /// workers do not retry in step.
    private static func rest(after failures: Int) -> Duration {
        let beyond = failures - DeliveryLimits.failuresToBreak
        guard beyond >= 0 else { return .zero }
        let rest = min(DeliveryLimits.breakerRest * (1 << min(beyond, 10)), DeliveryLimits.longestBreakerRest)
        return rest * Double.random(in: 0.5...1)
    }

    private func wait(_ name: String, until deadline: ContinuousClock.Instant) async {
        nextWaiter += 1
        let id = nextWaiter
        let timer = Task {
            try await Task.sleep(until: deadline, clock: .continuous)
            giveUp(id, name)
        }
        await withCheckedContinuation { continuation in
            places[name, default: Place()].waiting.append((id, continuation))
        }
        timer.cancel()
    }

    private func giveUp(_ id: Int, _ name: String) {
        guard let index = places[name]?.waiting.firstIndex(where: { $0.id == id }) else { return }
        places[name]?.waiting.remove(at: index).continuation.resume()
    }
}
