extension Schedule {
    /// What holds when the clocks of the place show `time`.
    public func state(at time: LocalTime, in surroundings: Surroundings) -> OpenState {
        finding(at: time, in: surroundings).state
    }

    func finding(at time: LocalTime, in surroundings: Surroundings) -> RuleWalk.Finding {
        if let week {
            return week.findings[week.entry(at: time.minuteOfWeek)]
        }
        return walk(on: time.day, in: surroundings).finding(at: time.minute)
    }

    /// When the clocks first show a time after `time` at which another state holds, if they ran on without being
    /// changed; nil if there is none within what ``ScheduleLimits/yearsAhead`` looks at.
    public func nextChange(after time: LocalTime, in surroundings: Surroundings) -> LocalTime? {
        if let week {
            return week.minutesToChange(from: time.minuteOfWeek)
                .map { LocalTime(minutesSince1970: time.minutesSince1970 + $0) }
        }
        let now = state(at: time, in: surroundings)
        let lastDay = lastDayToSearch(from: time.day, in: surroundings)
        guard time.day <= lastDay else { return nil }
        for day in time.day...lastDay {
            let walk = walk(on: day, in: surroundings)
            for minute in walk.turns() {
                let turn = LocalTime(day: day, minute: minute)
                if turn > time, walk.finding(at: minute).state != now { return turn }
            }
        }
        return nil
    }

    private func walk(on day: Int, in surroundings: Surroundings) -> RuleWalk {
        RuleWalk(rules: rules, surroundings: surroundings, day: day)
    }

    private func lastDayToSearch(from day: Int, in surroundings: Surroundings) -> Int {
        var year = CivilDate(dayNumber: day).year
        for rule in rules { year = max(year, rule.days.lastYearNamed) }
        if needsHolidays, surroundings.holidays.lastDay > day {
            year = max(year, CivilDate(dayNumber: surroundings.holidays.lastDay).year)
        }
        year = min(year + ScheduleLimits.yearsAhead, ScheduleLimits.lastYear)
        return CivilDate(year: year, month: 12, day: 31).dayNumber
    }
}

extension LocalTime {
    var minuteOfWeek: Int { CalendarDay.weekday(of: day) * 1_440 + minute }
}

extension DaySelector {
    /// The last year that the selector names and that ends, or begins, something; 0 if it names none.
    fileprivate var lastYearNamed: Int {
        let ofYears = years.flatMap { [$0.first, $0.last < ScheduleLimits.lastYear ? $0.last : 0] }
        let ofDates = dates.flatMap { range -> [Int] in
            switch range {
            case .months(let year, _, _): [year ?? 0]
            case .onwards(let point): [point.year ?? 0]
            case .dates(let first, let last): [first.year ?? 0, last.year ?? 0]
            }
        }
        return (ofYears + ofDates).max() ?? 0
    }
}
