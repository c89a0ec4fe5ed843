extension ScheduleParser {
    /// Reads days of the week and holidays: `Mo-Fr`, `Th[1,-1]`, `PH`, `Sa,Su,PH`, `PH Mo-Fr`.
    ///
    /// A comma continues the list whether or not a blank follows: the specification lets a comma start
    /// another rule only after hours, a comment or a modifier.
    mutating func readWeekdays(into days: inout DaySelector) throws(ScheduleFault) {
        guard isDay(ahead: 0) else { return }
        try readDayList(into: &days)
        guard isDay(ahead: 0) else { return }
        // `PH Mo-Fr` selects the holidays that are weekdays; `Sa-Su PH` is a list without its comma.
        days.holidayMustBeWeekday = days.weekdays.isEmpty && !isHoliday(ahead: 0)
        try readDayList(into: &days)
    }

    private mutating func readDayList(into days: inout DaySelector) throws(ScheduleFault) {
        while true {
            if isHoliday(ahead: 0) {
                days.holidays.append(holiday())
            } else {
                days.weekdays.append(try weekdayRange())
            }
            guard isSign(","), isDay(ahead: 1) else { return }
            advance()
        }
    }

    private func isDay(ahead: Int) -> Bool { weekday(ahead: ahead) != nil || isHoliday(ahead: ahead) }

    private func isHoliday(ahead: Int) -> Bool { isWord("ph", ahead: ahead) || isWord("sh", ahead: ahead) }

    private mutating func holiday() -> HolidayDay {
        let kind: HolidayCalendar.Kind = isWord("ph") ? .public : .school
        advance()
        return HolidayDay(kind: kind, offset: dayOffset())
    }

    private mutating func weekdayRange() throws(ScheduleFault) -> WeekdayRange {
        var range = WeekdayRange(first: try weekday(), last: 0)
        range.last = range.first
        if isSign("-"), let last = weekday(ahead: 1) {
            index += 2
            range.last = last
        }
        if isSign("[") {
            range.nth = try nths()
            range.offset = dayOffset()
        }
        return range
    }

    /// Reads `[1,3-4,-1]`.
    private mutating func nths() throws(ScheduleFault) -> Set<Int> {
        var nths: Set<Int> = []
        repeat {
            advance()
            let sign = isSign("-") ? -1 : 1
            if sign < 0 { advance() }
            let first = try number(in: 1...5)
            if sign > 0, isSign("-") {
                let start = token.offset
                advance()
                let last = try number(in: 1...5)
                guard first <= last else { throw .outOfRange(at: start) }
                nths.formUnion(first...last)
            } else {
                nths.insert(sign * first)
            }
        } while isSign(",")
        try expect("]")
        return nths
    }

    mutating func weekday() throws(ScheduleFault) -> Int {
        guard let day = weekday(ahead: 0) else { throw unexpected }
        advance()
        return day
    }

    /// Returns the weekday that is `ahead` tokens away, 0 for Monday; `nil` if that token is not a weekday.
    func weekday(ahead: Int) -> Int? {
        guard case .word(let word) = peek(ahead).kind else { return nil }
        return Self.weekdays.firstIndex(of: word)
    }

    private static let weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"]
}
