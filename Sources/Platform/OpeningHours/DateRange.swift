import CivilTime

/// A range of dates that recurs every year, or occurs once if it names a year.
enum DateRange: Hashable, Sendable {
    /// Whole months, 1 … 12. If `last` is before `first`, the range crosses the new year.
    case months(year: Int?, first: Int, last: Int)
    case dates(first: DatePoint, last: DatePoint)
    /// `Mar 10+`: from a date to the end of its year, or without end if a year is named.
    case onwards(DatePoint)

    func contains(_ day: CalendarDay) -> Bool {
        switch self {
        case .months(let year, let first, let last): contains(day.date, year: year, first: first, last: last)
        case .onwards(let point): contains(day, onwards: point)
        case .dates(let first, let last): contains(day, first: first, last: last)
        }
    }

    private func contains(_ date: CivilDate, year: Int?, first: Int, last: Int) -> Bool {
        let month = date.month
        guard let year else {
            return first <= last ? month >= first && month <= last : month >= first || month <= last
        }
        if first <= last { return date.year == year && month >= first && month <= last }
        return (date.year == year && month >= first) || (date.year == year + 1 && month <= last)
    }

    private func contains(_ day: CalendarDay, onwards point: DatePoint) -> Bool {
        if let year = point.year { return day.number >= point.resolved(in: year, .start) }
        return day.number >= point.resolved(in: day.date.year, .start)
    }

    private func contains(_ day: CalendarDay, first: DatePoint, last: DatePoint) -> Bool {
        guard first != last else { return first.falls(on: day) }
        if let year = first.year ?? last.year {
            return spans(day, first, in: year, last, in: last.year ?? year)
        }
        // Weekday shifts and day offsets can move a date into an adjacent year.
        return (day.date.year - 1...day.date.year + 1).contains { spans(day, first, in: $0, last, in: $0) }
    }

    private func spans(
        _ day: CalendarDay, _ first: DatePoint, in year: Int, _ last: DatePoint, in lastYear: Int
    ) -> Bool {
        let start = first.resolved(in: year, .start)
        var end = last.resolved(in: lastYear, .end)
        if end < start, last.year == nil {
            // `Feb 30-Feb 31` matches no day; `Dec 24-Jan 6` crosses the new year.
            guard !first.isNotAfter(last) else { return false }
            end = last.resolved(in: lastYear + 1, .end)
        }
        return day.number >= start && day.number <= end
    }
}

/// A date that becomes definite once the year is known.
struct DatePoint: Hashable, Sendable {
    enum Anchor: Hashable, Sendable {
        case day(month: Int, day: Int)
        /// 0 is Monday; `nth` is 1 … 5 from the start of the month, or -1 … -5 from its end.
        case weekday(month: Int, weekday: Int, nth: Int)
        case easter
    }

    enum Side { case start, end }

    var year: Int?
    var anchor: Anchor
    /// `+Su` moves forward to that weekday and `-Su` back to it; a date on that weekday stays.
    var weekdayShift: WeekdayShift?
    /// Days added after the shift.
    var offset = 0

    struct WeekdayShift: Hashable, Sendable {
        var weekday: Int
        var isForward: Bool
    }

    /// Returns whether this date, as written, is not later in the year than `other`. `false` unless both are
    /// plain dates.
    func isNotAfter(_ other: DatePoint) -> Bool {
        guard case .day(let month, let day) = anchor, case .day(let otherMonth, let otherDay) = other.anchor
        else { return false }
        return (month, day) <= (otherMonth, otherDay)
    }

    /// Returns whether the date falls on `day`, both as a start and as an end, in the year it names or,
    /// without one, in the day's year or an adjacent one.
    func falls(on day: CalendarDay) -> Bool {
        let years = year.map { $0...$0 } ?? day.date.year - 1...day.date.year + 1
        return years.contains { year in
            resolved(in: year, .start) == day.number && resolved(in: year, .end) == day.number
        }
    }

    /// Returns the date in `year`, as days since 1970-01-01. A date that the year lacks (29 February) is the
    /// day after the month's end as a start, and the month's last day as an end.
    func resolved(in year: Int, _ side: Side) -> Int {
        var number: Int
        switch anchor {
        case .easter: number = CivilDate.easter(of: year)
        case .day(let month, let day):
            let length = CivilDate.daysInMonth(month, of: year)
            number = CivilDate(year: year, month: month, day: min(day, length)).dayNumber
            if day > length, side == .start { number += 1 }
        case .weekday(let month, let weekday, let nth):
            number = Self.number(ofNth: nth, weekday, month: month, year: year)
        }
        if let shift = weekdayShift {
            let ahead = (shift.weekday - CalendarDay.weekday(of: number) + 7) % 7
            number += shift.isForward ? ahead : ahead == 0 ? 0 : ahead - 7
        }
        return number + offset
    }

    private static func number(ofNth nth: Int, _ weekday: Int, month: Int, year: Int) -> Int {
        if nth > 0 {
            let first = CivilDate(year: year, month: month, day: 1).dayNumber
            return first + (weekday - CalendarDay.weekday(of: first) + 7) % 7 + (nth - 1) * 7
        }
        let length = CivilDate.daysInMonth(month, of: year)
        let last = CivilDate(year: year, month: month, day: length).dayNumber
        return last - (CalendarDay.weekday(of: last) - weekday + 7) % 7 + (nth + 1) * 7
    }
}
