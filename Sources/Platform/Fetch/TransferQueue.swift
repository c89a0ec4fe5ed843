/// Who may start: at most so many transfers to one destination, at most so many in all, first come first served.
///
/// Pure. A destination that is full lets the ones behind it pass.
struct TransferQueue {
    private struct Waiting {
        let id: UInt64
        let destination: String
        let deadline: ContinuousClock.Instant
    }

    private let perDestination: Int
    private let total: Int
    private var waiting: [Waiting] = []
    private var running: [UInt64: String] = [:]
    private var runningTo: [String: Int] = [:]

    init(perDestination: Int, total: Int) {
        self.perDestination = perDestination
        self.total = total
    }

    var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

    /// When the next of those that wait has waited too long.
    var nextDeadline: ContinuousClock.Instant? { waiting.lazy.map(\.deadline).min() }

    mutating func add(_ id: UInt64, to destination: String, deadline: ContinuousClock.Instant) {
        waiting.append(Waiting(id: id, destination: destination, deadline: deadline))
    }

    /// Moves those that may start from waiting to running.
    ///
    /// - Complexity: O(waiting).
    mutating func admit() -> [UInt64] {
        guard !waiting.isEmpty, running.count < total else { return [] }
        var admitted: [UInt64] = []
        var kept: [Waiting] = []
        for entry in waiting {
            let count = runningTo[entry.destination, default: 0]
            if running.count < total && count < perDestination {
                running[entry.id] = entry.destination
                runningTo[entry.destination] = count + 1
                admitted.append(entry.id)
            } else {
                kept.append(entry)
            }
        }
        waiting = kept
        return admitted
    }

    /// Takes out those whose deadline is not after `now`.
    mutating func expire(at now: ContinuousClock.Instant) -> [UInt64] {
        let expired = waiting.filter { $0.deadline <= now }.map(\.id)
        if !expired.isEmpty { waiting.removeAll { $0.deadline <= now } }
        return expired
    }

    /// Forgets a transfer, waiting or running. Forgetting twice does nothing.
    mutating func remove(_ id: UInt64) {
        if let destination = running.removeValue(forKey: id), let count = runningTo[destination] {
            runningTo[destination] = count > 1 ? count - 1 : nil
        } else {
            waiting.removeAll { $0.id == id }
        }
    }
}
