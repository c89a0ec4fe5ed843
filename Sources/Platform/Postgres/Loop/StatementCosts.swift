/// What each statement has cost so far, learnt from its answers. Loop's thread only.
///
/// Time is known only for everything between two syncs together. What a group took more or less than was expected of
/// its statements is shared out in proportion to what each is known to cost. A statement that is quick in other groups
/// is soon known to be quick, so the blame of a slow group ends with the slow one.
final class StatementCosts {
    private struct Cost {
        var nanoseconds = 0.0
        var replyBytes = 0.0
        var samples = 0
        var isSlow = false
    }

    private var costs: [Cost] = []
    /// The different statements of the group that is looked at.
    private var group: [Int] = []

    /// Part of a surprise that is believed at once.
    private static let rate = 0.2

    /// Keeps an unknown statement from a share of zero: a microsecond.
    private static let floor = 1_000.0

    func isSlow(_ statement: Statement) -> Bool { statement.id.map { self[$0].isSlow } ?? false }

    /// Bytes that an answer will take.
    func expectedReply(_ statement: Statement) -> Int { statement.id.map { Int(self[$0].replyBytes) } ?? 0 }

    /// Notes that `statements` were answered together after `elapsed` nanoseconds.
    func note(_ statements: some Sequence<Statement>, elapsed: UInt64) {
        group.removeAll(keepingCapacity: true)
        var expected = 0.0
        for statement in statements {
            guard let id = statement.id else { continue }
            expected += self[id].nanoseconds + Self.floor
            if !group.contains(id) { group.append(id) }
        }
        guard expected > 0 else { return }
        let surprise = Double(elapsed) - expected
        for id in group {
            let share = (costs[id].nanoseconds + Self.floor) / expected
            costs[id].nanoseconds = max(0, costs[id].nanoseconds + Self.rate * surprise * share)
            costs[id].samples += 1
            decide(id)
        }
    }

    func note(_ statement: Statement, replyBytes: Int) {
        guard let id = statement.id else { return }
        let old = self[id].replyBytes
        costs[id].replyBytes = old + Self.rate * (Double(replyBytes) - old)
    }

    /// The server stopped it on the fast lane: slow until measured otherwise.
    func noteTimeout(_ statement: Statement) {
        guard let id = statement.id else { return }
        costs[id].nanoseconds = max(self[id].nanoseconds, Double(PostgresLimits.slowMean.wholeNanoseconds))
        costs[id].isSlow = true
    }

    private func decide(_ id: Int) {
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
