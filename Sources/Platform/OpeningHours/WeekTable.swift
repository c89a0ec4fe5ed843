import Foundation

/// The states of a schedule that repeats every week, by minute of the week.
struct WeekTable: Sendable {
    /// The minutes after Monday's midnight at which the state or the deciding rule changes, ascending,
    /// starting with 0.
    let transitionMinutes: [Int]
    let decisions: [DayEvaluation.Decision]

    static let minutes = 7 * 1_440

    /// Returns `nil` if the rules depend on more than the weekday and the time of day.
    init?(rules: [Rule]) {
        guard rules.allSatisfy({ $0.days.isWeekly && $0.times.allSatisfy(\.isFixed) }) else { return nil }
        let nowhere = LocationContext(zone: .gmt)
        // Any week will do: day 4, 1970-01-05, was a Monday.
        var transitionMinutes: [Int] = []
        var decisions: [DayEvaluation.Decision] = []
        for weekday in 0..<7 {
            let evaluation = DayEvaluation(rules: rules, location: nowhere, day: 4 + weekday)
            for minute in evaluation.transitionMinutes() {
                let decision = evaluation.decision(at: minute)
                guard decision != decisions.last else { continue }
                transitionMinutes.append(weekday * 1_440 + minute)
                decisions.append(decision)
            }
        }
        self.transitionMinutes = transitionMinutes
        self.decisions = decisions
    }

    /// Returns the index of the entry that applies at a minute of the week.
    func entry(at minute: Int) -> Int {
        var low = 0
        var high = transitionMinutes.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if transitionMinutes[middle] <= minute { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the number of minutes until the state changes; `nil` if it never does.
    func minutesToChange(from minute: Int) -> Int? {
        let here = entry(at: minute)
        for ahead in 1..<max(1, transitionMinutes.count) {
            let index = (here + ahead) % transitionMinutes.count
            guard decisions[index].state != decisions[here].state else { continue }
            let minutes = transitionMinutes[index] - minute
            return minutes > 0 ? minutes : minutes + Self.minutes
        }
        return nil
    }
}
