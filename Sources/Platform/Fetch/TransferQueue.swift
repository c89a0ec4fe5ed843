/// Determines which transfers may start: in order of arrival, with a limit for each destination and one in
/// total.
///
/// A transfer whose destination is at its limit does not block those behind it.
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

    /// The earliest deadline of the waiting transfers.
    var nextDeadline: ContinuousClock.Instant? { waiting.lazy.map(\.deadline).min() }

    mutating func add(_ id: UInt64, to destination: String, deadline: ContinuousClock.Instant) {
        waiting.append(Waiting(id: id, destination: destination, deadline: deadline))
    }

    /// Moves the transfers that may start from waiting to running and returns their ids.
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

    /// Removes the waiting transfers whose deadline has passed and returns their ids.
    mutating func expire(at now: ContinuousClock.Instant) -> [UInt64] {
        let expired = waiting.filter { $0.deadline <= now }.map(\.id)
        if !expired.isEmpty { waiting.removeAll { $0.deadline <= now } }
        return expired
    }

    /// Removes a transfer, waiting or running. Idempotent.
    mutating func remove(_ id: UInt64) {
        if let destination = running.removeValue(forKey: id), let count = runningTo[destination] {
            runningTo[destination] = count > 1 ? count - 1 : nil
        } else {
            waiting.removeAll { $0.id == id }
        }
    }
}
