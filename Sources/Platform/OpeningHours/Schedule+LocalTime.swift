import CivilTime

extension Schedule {
    /// Returns the state when local clocks show `time`.
    public func state(at time: LocalTime, in location: LocationContext) -> OpenState {
        decision(at: time, in: location).state
    }

    /// Returns the state when local clocks show `time`, and the comment of the deciding rule.
    public func stateAndComment(
        at time: LocalTime, in location: LocationContext
    ) -> (state: OpenState, comment: String?) {
        let decision = decision(at: time, in: location)
        return (decision.state, decision.rule.flatMap { rules[$0].comment })
    }

    func decision(at time: LocalTime, in location: LocationContext) -> DayEvaluation.Decision {
        if let week {
            return week.decisions[week.entry(at: time.minuteOfWeek)]
        }
        return evaluation(on: time.day, in: location).decision(at: time.minute)
    }

    /// Returns the first local time after `time` at which the state changes, ignoring clock changes; `nil` if
    /// there is none within the range that ``ScheduleLimits/yearsAhead`` determines.
    public func nextChange(after time: LocalTime, in location: LocationContext) -> LocalTime? {
        if let week {
            return week.minutesToChange(from: time.minuteOfWeek)
                .map { LocalTime(minutesSince1970: time.minutesSince1970 + $0) }
        }
        let now = state(at: time, in: location)
        let isFixed = !needsPosition && rules.count <= 64
        var matchesBefore: UInt64?
        /// The rules that matched on a day and on the day before, for days that were found to keep the
        /// current state throughout; days with the same matches need not be checked.
        var seen: Set<[UInt64]> = []
        for days in searchRanges(from: time.day, in: location) {
            matchesBefore = nil
            for day in days {
                let evaluation = evaluation(on: day, in: location)
                let matches = isFixed ? evaluation.matchesToday : 0
                let before = matchesBefore
                matchesBefore = matches
                if isFixed, day > time.day, let before, !seen.insert([matches, before]).inserted { continue }
                for minute in evaluation.transitionMinutes() {
                    let turn = LocalTime(day: day, minute: minute)
                    if turn > time, evaluation.decision(at: minute).state != now { return turn }
                }
            }
        }
        return nil
    }

    private func evaluation(on day: Int, in location: LocationContext) -> DayEvaluation {
        DayEvaluation(rules: rules, location: location, day: day)
    }

    /// Returns the ranges of days in which to search for a change, in order: ``ScheduleLimits/yearsAhead``
    /// years from `day` and from the last year that is named or has holidays. Around each named year in
    /// between, the range covers the year before to the year after.
    private func searchRanges(from day: Int, in location: LocationContext) -> [ClosedRange<Int>] {
        let year = CivilDate(dayNumber: day).year
        var named = Set(rules.flatMap(\.days.yearsNamed))
        if needsHolidays, location.holidays.lastDay > day {
            named.insert(CivilDate(dayNumber: location.holidays.lastDay).year)
        }
        var searchRanges = [day...Self.newYear(year + ScheduleLimits.yearsAhead)]
        let later = named.filter { $0 > year }.sorted()
        for (index, other) in later.enumerated() {
            let years = index == later.count - 1 ? ScheduleLimits.yearsAhead : 2
            let start = max(Self.newYear(other - 1), searchRanges[searchRanges.count - 1].upperBound + 1)
            let end = Self.newYear(other + years)
            if start <= end { searchRanges.append(start...end) }
        }
        return searchRanges
    }

    private static func newYear(_ year: Int) -> Int { CivilDate(year: year, month: 1, day: 1).dayNumber }
}

extension LocalTime {
    var minuteOfWeek: Int { CalendarDay.weekday(of: day) * 1_440 + minute }
}

extension DaySelector {
    /// The years that the selector names, around which its matches may change.
    fileprivate var yearsNamed: [Int] {
        let ofYears = years.flatMap { [$0.first, $0.last] }
        let ofDates = dates.flatMap { range -> [Int?] in
            switch range {
            case .months(let year, _, _): [year]
            case .onwards(let point): [point.year]
            case .dates(let first, let last): [first.year, last.year]
            }
        }
        return ofYears + ofDates.compactMap(\.self)
    }
}
