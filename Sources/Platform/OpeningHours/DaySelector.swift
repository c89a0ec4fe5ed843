import CivilTime

/// The days to which a rule applies: those that match every part given.
struct DaySelector: Hashable, Sendable {
    var years: [YearRange] = []
    var dates: [DateRange] = []
    var weeks: [WeekRange] = []
    var weekdays: [WeekdayRange] = []
    var holidays: [HolidayDay] = []
    /// Whether a holiday must also match ``weekdays``, as in `PH Mo-Fr`. Otherwise a day need match only one
    /// of the two lists.
    var holidayMustBeWeekday = false

    /// Whether the selector depends on the day of the week only.
    var isWeekly: Bool {
        years.isEmpty && dates.isEmpty && weeks.isEmpty && holidays.isEmpty
            && weekdays.allSatisfy { $0.nth.isEmpty && $0.offset == 0 }
    }

    func matches(_ day: CalendarDay, holidays calendar: HolidayCalendar) -> Bool {
        guard years.isEmpty || years.contains(where: { $0.contains(day.date.year) }) else { return false }
        guard dates.isEmpty || dates.contains(where: { $0.contains(day) }) else { return false }
        if !weeks.isEmpty {
            let week = day.week
            guard weeks.contains(where: { $0.contains(week) }) else { return false }
        }
        guard !(weekdays.isEmpty && holidays.isEmpty) else { return true }
        let isWeekday = weekdays.contains { $0.contains(day) }
        if holidays.isEmpty || (isWeekday && !holidayMustBeWeekday) { return isWeekday }
        let isHoliday = holidays.contains { calendar.contains(day.number - $0.offset, $0.kind) }
        return holidayMustBeWeekday ? isHoliday && isWeekday : isHoliday
    }
}

struct YearRange: Hashable, Sendable {
    var first: Int
    var last: Int
    var step = 1

    func contains(_ year: Int) -> Bool {
        year >= first && year <= last && (year - first) % step == 0
    }
}

struct WeekRange: Hashable, Sendable {
    /// 1 … 53. If `last` is before `first`, the range crosses the new year.
    var first: Int
    var last: Int
    var step = 1

    func contains(_ week: Int) -> Bool {
        if first <= last { return week >= first && week <= last && (week - first) % step == 0 }
        let past = week >= first ? week - first : week + 53 - first
        return (week >= first || week <= last) && past % step == 0
    }
}

struct WeekdayRange: Hashable, Sendable {
    /// 0 is Monday. If `last` is before `first`, the range crosses Sunday.
    var first: Int
    var last: Int
    /// The occurrences within the month: 1 … 5 from its start, -1 … -5 from its end. Empty selects all.
    var nth: Set<Int> = []
    /// Days added to the selected day.
    var offset = 0

    func contains(_ day: CalendarDay) -> Bool {
        if offset != 0 {
            var unmoved = self
            unmoved.offset = 0
            return unmoved.contains(CalendarDay(day.number - offset))
        }
        let inRange =
            first <= last
            ? day.weekday >= first && day.weekday <= last : day.weekday >= first || day.weekday <= last
        guard inRange, !nth.isEmpty else { return inRange }
        let fromStart = (day.date.day - 1) / 7 + 1
        let length = CivilDate.daysInMonth(day.date.month, of: day.date.year)
        let fromEnd = -((length - day.date.day) / 7 + 1)
        return nth.contains(fromStart) || nth.contains(fromEnd)
    }
}

struct HolidayDay: Hashable, Sendable {
    var kind: HolidayCalendar.Kind
    /// Days added to the holiday.
    var offset = 0
}
