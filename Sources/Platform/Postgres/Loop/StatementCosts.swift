/// The estimated cost of each statement, learnt from its answers. Used on the loop's thread only.
///
/// Only the total time between two syncs is known. The difference between a group's measured and expected
/// time is distributed among its statements in proportion to their known costs. A statement that is quick in
/// other groups is soon known to be quick, so only the slow one remains blamed for a slow group.
final class StatementCosts {
    private struct Cost {
        var nanoseconds = 0.0
        var replyBytes = 0.0
        var samples = 0
        var isSlow = false
    }

    private var costs: [Cost] = []
    /// The distinct statements of the group being processed.
    private var group: [Int] = []

    /// Learning rate: the fraction of a deviation that is applied at once.
    private static let rate = 0.2

    /// Nanoseconds added to each cost so that an unknown statement's share is never zero.
    private static let floor = 1_000.0

    func isSlow(_ statement: Statement) -> Bool { statement.id.map { self[$0].isSlow } ?? false }

    /// Returns the expected size of an answer in bytes.
    func expectedReply(_ statement: Statement) -> Int { statement.id.map { Int(self[$0].replyBytes) } ?? 0 }

    /// Records that `statements` were answered together after `elapsed` nanoseconds.
    func record(_ statements: some Sequence<Statement>, elapsed: UInt64) {
        group.removeAll(keepingCapacity: true)
        var expected = 0.0
        for statement in statements {
            guard let id = statement.id else { continue }
            expected += self[id].nanoseconds + Self.floor
            if !group.contains(id) { group.append(id) }
        }
        guard expected > 0 else { return }
        let deviation = Double(elapsed) - expected
        for id in group {
            let share = (costs[id].nanoseconds + Self.floor) / expected
            costs[id].nanoseconds = max(0, costs[id].nanoseconds + Self.rate * deviation * share)
            costs[id].samples += 1
            classify(id)
        }
    }

    func record(_ statement: Statement, replyBytes: Int) {
        guard let id = statement.id else { return }
        let old = self[id].replyBytes
        costs[id].replyBytes = old + Self.rate * (Double(replyBytes) - old)
    }

    /// Records that the server cancelled a statement on the fast lane. The statement counts as slow until
    /// measured otherwise.
    func recordTimeout(_ statement: Statement) {
        guard let id = statement.id else { return }
        costs[id].nanoseconds = max(self[id].nanoseconds, Double(PostgresLimits.slowMean.wholeNanoseconds))
        costs[id].isSlow = true
    }

    private func classify(_ id: Int) {
        guard costs[id].samples >= PostgresLimits.samplesBeforeMoving else { return }
        if costs[id].nanoseconds > Double(PostgresLimits.slowMean.wholeNanoseconds) {
            costs[id].isSlow = true
        } else if costs[id].nanoseconds < Double(PostgresLimits.fastMean.wholeNanoseconds) {
            costs[id].isSlow = false
        }
    }

    private subscript(id: Int) -> Cost {
        if id >= costs.count { costs += Array(repeating: Cost(), count: id + 1 - costs.count) }
        return costs[id]
    }
}
