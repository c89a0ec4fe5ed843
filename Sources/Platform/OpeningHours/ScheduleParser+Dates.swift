extension ScheduleParser {
    /// Reads years, dates and weeks, usually in that order, each at most once.
    mutating func readWideSelectors(into days: inout DaySelector) throws(ScheduleFault) {
        while true {
            if days.years.isEmpty, days.dates.isEmpty, isYear(ahead: 0), !isDateAfterYear {
                days.years = try years()
            } else if days.dates.isEmpty, isDate(ahead: 0) {
                days.dates = try dates()
            } else if days.weeks.isEmpty, isWord("week") {
                advance()
                days.weeks = try weeks()
            } else {
                return
            }
        }
    }

    private func isYear(ahead: Int) -> Bool {
        if case .number(_, digits: 4) = peek(ahead).kind { true } else { false }
    }

    private func month(ahead: Int) -> Int? {
        guard case .word(let word) = peek(ahead).kind, let index = Self.months.firstIndex(of: word) else {
            return nil
        }
        return index + 1
    }

    private var isDateAfterYear: Bool { month(ahead: 1) != nil || isWord("easter", ahead: 1) }

    private func isDate(ahead: Int) -> Bool {
        let start = isYear(ahead: ahead) ? ahead + 1 : ahead
        return month(ahead: start) != nil || isWord("easter", ahead: start)
    }

    private mutating func years() throws(ScheduleFault) -> [YearRange] {
        var ranges: [YearRange] = []
        while true {
            let first = try year()
            var range = YearRange(first: first, last: first)
            if isSign("+") {
                advance()
                range.last = ScheduleLimits.lastYear
            } else if isSign("-"), isYear(ahead: 1) {
                advance()
                let start = token.offset
                range.last = try year()
                guard range.last >= first else { throw .outOfRange(at: start) }
                range.step = try step()
            }
            ranges.append(range)
            guard isSign(","), isYear(ahead: 1) else { return ranges }
            advance()
        }
    }

    private mutating func year() throws(ScheduleFault) -> Int {
        try number(in: 1_900...ScheduleLimits.lastYear)
    }

    private mutating func step() throws(ScheduleFault) -> Int {
        guard isSign("/") else { return 1 }
        advance()
        return try number(in: 1...9_999)
    }

    private mutating func weeks() throws(ScheduleFault) -> [WeekRange] {
        var ranges: [WeekRange] = []
        while true {
            let first = try number(in: 1...53)
            var range = WeekRange(first: first, last: first)
            if isSign("-") {
                advance()
                range.last = try number(in: 1...53)
                range.step = try step()
            }
            ranges.append(range)
            guard isSign(","), case .number = peek(1).kind else { return ranges }
            advance()
        }
    }

    private mutating func dates() throws(ScheduleFault) -> [DateRange] {
        var ranges = [try dateRange()]
        while isSign(",") {
            if isDate(ahead: 1) {
                advance()
                ranges.append(try dateRange())
            } else if case .number = peek(1).kind, !isYear(ahead: 1),
                case .dates(let first, _) = ranges[ranges.count - 1],
                case .day(let month, _) = first.anchor
            {
                // `Dec 24,31`: the month carries over.
                advance()
                let day = try number(in: 1...31)
                ranges.append(try rest(of: DatePoint(year: first.year, anchor: .day(month: month, day: day))))
            } else {
                break
            }
        }
        return ranges
    }

    private mutating func dateRange() throws(ScheduleFault) -> DateRange {
        let year = isYear(ahead: 0) ? try self.year() : nil
        if let point = try datePoint(year: year) { return try rest(of: point) }
        return try monthRange(year: year)
    }

    /// Reads what may follow the first date of a range: `-` and another date, `+`, or nothing.
    private mutating func rest(of first: DatePoint) throws(ScheduleFault) -> DateRange {
        if isSign("+") {
            advance()
            return .onwards(first)
        }
        guard isSign("-") else { return .dates(first: first, last: first) }
        advance()
        return .dates(first: first, last: try lastDate(after: first))
    }

    /// Reads the date after the dash. A bare day such as `10` is in the month of `first`.
    private mutating func lastDate(after first: DatePoint) throws(ScheduleFault) -> DatePoint {
        if case .number = token.kind, !isYear(ahead: 0), case .day(let month, _) = first.anchor {
            var last = DatePoint(
                year: first.year, anchor: .day(month: month, day: try number(in: 1...31)))
            readShift(into: &last)
            return last
        }
        let year = isYear(ahead: 0) ? try self.year() : nil
        guard let last = try datePoint(year: year) else { throw unexpected }
        return last
    }

    private mutating func monthRange(year: Int?) throws(ScheduleFault) -> DateRange {
        guard let first = month(ahead: 0) else { throw unexpected }
        advance()
        guard isSign("-") else { return .months(year: year, first: first, last: first) }
        if let last = month(ahead: 1) {
            index += 2
            return .months(year: year, first: first, last: last)
        }
        // `2021 Dec-2022 Mar`
        guard let year, isYear(ahead: 1), let last = month(ahead: 2) else { throw unexpected }
        advance()
        let lastYear = try self.year()
        advance()
        return .dates(
            first: DatePoint(year: year, anchor: .day(month: first, day: 1)),
            last: DatePoint(year: lastYear, anchor: .day(month: last, day: 31)))
    }

    /// Reads a date. Returns `nil`, having consumed nothing, if there is a month without a day.
    private mutating func datePoint(year: Int?) throws(ScheduleFault) -> DatePoint? {
        var point: DatePoint
        if isWord("easter") {
            advance()
            point = DatePoint(year: year, anchor: .easter)
        } else if let month = month(ahead: 0), case .number(_, let digits) = peek(1).kind, digits <= 2 {
            advance()
            point = DatePoint(year: year, anchor: .day(month: month, day: try number(in: 1...31)))
        } else if let anchor = nthWeekday() {
            point = DatePoint(year: year, anchor: anchor)
        } else {
            return nil
        }
        readShift(into: &point)
        return point
    }

    /// Reads `Mar Su[-1]` as a date, but only at the start or end of a range. Elsewhere it is left to be read
    /// as a month with a weekday selector, which means the same and may list more. Returns `nil`, having
    /// consumed nothing, then.
    private mutating func nthWeekday() -> DatePoint.Anchor? {
        guard let month = month(ahead: 0), let weekday = weekday(ahead: 1), isSign("[", ahead: 2) else {
            return nil
        }
        let isNegative = isSign("-", ahead: 3)
        let ahead = isNegative ? 4 : 3
        guard case .number(let nth, digits: 1) = peek(ahead).kind, (1...5).contains(nth),
            isSign("]", ahead: ahead + 1), isSign("-", ahead: ahead + 2) || isEndOfRange
        else { return nil }
        index += ahead + 2
        return .weekday(month: month, weekday: weekday, nth: isNegative ? -nth : nth)
    }

    /// Whether a dash immediately precedes, so that a date must follow.
    private var isEndOfRange: Bool { isSign("-", ahead: -1) || isSign("-", ahead: -2) }

    /// Reads `+Su`, `-Su` or ` +1 day` after a date.
    private mutating func readShift(into point: inout DatePoint) {
        if isSign("+") || isSign("-"), let weekday = weekday(ahead: 1), !isSign("[", ahead: 2) {
            point.weekdayShift = DatePoint.WeekdayShift(weekday: weekday, isForward: isSign("+"))
            advance()
            advance()
        }
        point.offset = dayOffset()
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
