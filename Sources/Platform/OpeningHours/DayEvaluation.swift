/// The evaluation of a schedule's rules on one day.
///
/// Every rule applies to the days it matches. A normal rule (`;`) whose state is open or unknown discards
/// what earlier rules set for that day; one that closes overrides its own hours only. Hours past midnight
/// also apply to the next day, where they discard nothing.
struct DayEvaluation {
    let rules: [Rule]
    let location: LocationContext
    let today: CalendarDay
    let yesterday: CalendarDay

    init(rules: [Rule], location: LocationContext, day: Int) {
        self.rules = rules
        self.location = location
        today = CalendarDay(day)
        yesterday = CalendarDay(day - 1)
    }

    struct Decision: Equatable {
        var state: OpenState
        /// The position of the deciding rule; `nil` if no rule applies.
        var rule: Int?

        static let nothing = Decision(state: .closed, rule: nil)
    }

    /// Returns the state at a minute of the day, and the rule that decides it.
    func decision(at minute: Int) -> Decision {
        var decision = Decision.nothing
        for (index, rule) in rules.enumerated() {
            // A fallback applies only where the rules before it yield closed.
            if rule.separator == .fallback, decision.state != .closed { continue }
            let matchesToday = rule.days.matches(today, holidays: location.holidays)
            if matchesToday, rule.separator == .normal, rule.state != .closed { decision = .nothing }
            if rule.mayPassMidnight, rule.days.matches(yesterday, holidays: location.holidays) {
                apply(rule, index, on: yesterday.number, at: minute + 1_440, to: &decision)
            }
            if matchesToday { apply(rule, index, on: today.number, at: minute, to: &decision) }
        }
        return decision
    }

    private func apply(_ rule: Rule, _ index: Int, on day: Int, at minute: Int, to decision: inout Decision) {
        guard !rule.times.isEmpty else {
            if minute < 1_440 { decision = Decision(state: rule.state, rule: index) }
            return
        }
        for time in rule.times {
            let span = time.minutes(on: day, location)
            guard minute >= span.start, minute < span.unknownUntil else { continue }
            if minute < span.end {
                decision = Decision(state: rule.state, rule: index)
            } else if rule.state != .closed, decision.state == .closed {
                decision = Decision(state: .unknown, rule: index)
            }
        }
    }

    /// The rules that match the day, as bits; covers the first 64 rules only.
    var matchesToday: UInt64 {
        var bits: UInt64 = 0
        for (index, rule) in rules.prefix(64).enumerated()
        where rule.days.matches(today, holidays: location.holidays) {
            bits |= 1 << UInt64(index)
        }
        return bits
    }

    /// Returns the minutes of the day at which the state may change, ascending, starting with midnight.
    func transitionMinutes() -> [Int] {
        var transitionMinutes: Set<Int> = [0]
        for rule in rules where !rule.times.isEmpty {
            if rule.days.matches(today, holidays: location.holidays) {
                add(rule, on: today.number, less: 0, to: &transitionMinutes)
            }
            if rule.mayPassMidnight, rule.days.matches(yesterday, holidays: location.holidays) {
                add(rule, on: yesterday.number, less: 1_440, to: &transitionMinutes)
            }
        }
        return transitionMinutes.sorted()
    }

    private func add(_ rule: Rule, on day: Int, less shift: Int, to transitionMinutes: inout Set<Int>) {
        for time in rule.times {
            let span = time.minutes(on: day, location)
            for minute in [span.start, span.end, span.unknownUntil].map({ $0 - shift })
            where (0..<1_440).contains(minute) {
                transitionMinutes.insert(minute)
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
