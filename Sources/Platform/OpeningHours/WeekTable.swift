import Foundation

/// The states of a schedule that repeats every week, by minute of the week.
struct WeekTable: Sendable {
    /// The minutes after Monday's midnight at which the state or the deciding rule changes, ascending,
    /// starting with 0.
    let turns: [Int]
    let findings: [RuleWalk.Finding]

    static let minutes = 7 * 1_440

    /// Returns `nil` if the rules depend on more than the weekday and the time of day.
    init?(rules: [Rule]) {
        guard rules.allSatisfy({ $0.days.isWeekly && $0.times.allSatisfy(\.isFixed) }) else { return nil }
        let nowhere = Surroundings(zone: .gmt)
        // Any week will do: day 4, 1970-01-05, was a Monday.
        var turns: [Int] = []
        var findings: [RuleWalk.Finding] = []
        for weekday in 0..<7 {
            let walk = RuleWalk(rules: rules, surroundings: nowhere, day: 4 + weekday)
            for minute in walk.turns() {
                let finding = walk.finding(at: minute)
                guard finding != findings.last else { continue }
                turns.append(weekday * 1_440 + minute)
                findings.append(finding)
            }
        }
        self.turns = turns
        self.findings = findings
    }

    /// Returns the index of the entry that applies at a minute of the week.
    func entry(at minute: Int) -> Int {
        var low = 0
        var high = turns.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if turns[middle] <= minute { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the number of minutes until the state changes; `nil` if it never does.
    func minutesToChange(from minute: Int) -> Int? {
        let here = entry(at: minute)
        for ahead in 1..<max(1, turns.count) {
            let index = (here + ahead) % turns.count
            guard findings[index].state != findings[here].state else { continue }
            let minutes = turns[index] - minute
            return minutes > 0 ? minutes : minutes + Self.minutes
        }
        return nil
    }
}
