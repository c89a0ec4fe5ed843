/// The evaluation of a schedule's rules on one day.
///
/// Every rule applies to the days it matches. A normal rule (`;`) whose state is open or unknown discards
/// what earlier rules set for that day; one that closes overrides its own hours only. Hours past midnight
/// also apply to the next day, where they discard nothing.
struct RuleWalk {
    let rules: [Rule]
    let surroundings: Surroundings
    let today: CalendarDay
    let yesterday: CalendarDay

    init(rules: [Rule], surroundings: Surroundings, day: Int) {
        self.rules = rules
        self.surroundings = surroundings
        today = CalendarDay(day)
        yesterday = CalendarDay(day - 1)
    }

    struct Finding: Equatable {
        var state: OpenState
        /// The position of the deciding rule; `nil` if no rule applies.
        var rule: Int?

        static let nothing = Finding(state: .closed, rule: nil)
    }

    /// Returns the state at a minute of the day, and the rule that decides it.
    func finding(at minute: Int) -> Finding {
        var finding = Finding.nothing
        for (index, rule) in rules.enumerated() {
            // A fallback applies only where the rules before it yield closed.
            if rule.separator == .fallback, finding.state != .closed { continue }
            let matchesToday = rule.days.matches(today, holidays: surroundings.holidays)
            if matchesToday, rule.separator == .normal, rule.state != .closed { finding = .nothing }
            if rule.mayPassMidnight, rule.days.matches(yesterday, holidays: surroundings.holidays) {
                apply(rule, index, on: yesterday.number, at: minute + 1_440, to: &finding)
            }
            if matchesToday { apply(rule, index, on: today.number, at: minute, to: &finding) }
        }
        return finding
    }

    private func apply(_ rule: Rule, _ index: Int, on day: Int, at minute: Int, to finding: inout Finding) {
        guard !rule.times.isEmpty else {
            if minute < 1_440 { finding = Finding(state: rule.state, rule: index) }
            return
        }
        for time in rule.times {
            let span = time.minutes(on: day, surroundings)
            guard minute >= span.start, minute < span.doubtfulUntil else { continue }
            if minute < span.end {
                finding = Finding(state: rule.state, rule: index)
            } else if rule.state != .closed, finding.state == .closed {
                finding = Finding(state: .unknown, rule: index)
            }
        }
    }

    /// The rules that match the day, as bits; covers the first 64 rules only.
    var matchesToday: UInt64 {
        var bits: UInt64 = 0
        for (index, rule) in rules.prefix(64).enumerated()
        where rule.days.matches(today, holidays: surroundings.holidays) {
            bits |= 1 << UInt64(index)
        }
        return bits
    }

    /// Returns the minutes of the day at which the state may change, ascending, starting with midnight.
    func turns() -> [Int] {
        var turns: Set<Int> = [0]
        for rule in rules where !rule.times.isEmpty {
            if rule.days.matches(today, holidays: surroundings.holidays) {
                add(rule, on: today.number, less: 0, to: &turns)
            }
            if rule.mayPassMidnight, rule.days.matches(yesterday, holidays: surroundings.holidays) {
                add(rule, on: yesterday.number, less: 1_440, to: &turns)
            }
        }
        return turns.sorted()
    }

    private func add(_ rule: Rule, on day: Int, less shift: Int, to turns: inout Set<Int>) {
        for time in rule.times {
            let span = time.minutes(on: day, surroundings)
            for minute in [span.start, span.end, span.doubtfulUntil].map({ $0 - shift })
            where (0..<1_440).contains(minute) {
                turns.insert(minute)
            }
        }
    }
}

extension Rule {
    /// Whether the rule's hours may extend into the next day.
    var mayPassMidnight: Bool {
        times.contains { time in
            guard case .fixed(let start) = time.start, case .fixed(let end)? = time.end, !time.isOpenEnded
            else {
                return true
            }
            return end <= start || end > 1_440
        }
    }
}
