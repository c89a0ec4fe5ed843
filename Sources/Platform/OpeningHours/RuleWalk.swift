/// What rules say about one day, for whoever walks its minutes.
///
/// Every rule speaks about the days it matches. A normal rule (`;`) that opens, or says that it does not know, takes away
/// what rules before it said about that day; one that closes takes away only its hours. Hours past midnight are said
/// about the next day as well, and take nothing away there.
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
        /// The rule that says so, by its position; nil where none says anything.
        var rule: Int?

        static let nothing = Finding(state: .closed, rule: nil)
    }

    /// What holds at a minute of the day.
    func finding(at minute: Int) -> Finding {
        var finding = Finding.nothing
        for (index, rule) in rules.enumerated() {
            // A fallback speaks where nothing before it opens.
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

    /// The rules that match the day, as bits; of the first 64.
    var matchesToday: UInt64 {
        var bits: UInt64 = 0
        for (index, rule) in rules.prefix(64).enumerated()
        where rule.days.matches(today, holidays: surroundings.holidays) {
            bits |= 1 << UInt64(index)
        }
        return bits
    }

    /// The minutes of the day at which what holds may change, in order, midnight first.
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
    /// Whether its hours can reach into the next day.
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
