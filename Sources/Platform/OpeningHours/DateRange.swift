/// Dates that come every year, or once where a year is named.
enum DateRange: Hashable, Sendable {
    /// Whole months, 1 … 12; `last` before `first` reaches over the new year.
    case months(year: Int?, first: Int, last: Int)
    case dates(first: DatePoint, last: DatePoint)
    /// `Mar 10+`: from a date on, to the end of its year unless a year is named.
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
        guard first != last else { return first.isResolved(on: day) }
        if let year = first.year ?? last.year {
            return spans(day, first, in: year, last, in: last.year ?? year)
        }
        // Weekdays and offsets may carry a date into a neighbouring year.
        return (day.date.year - 1...day.date.year + 1).contains { spans(day, first, in: $0, last, in: $0) }
    }

    private func spans(
        _ day: CalendarDay, _ first: DatePoint, in year: Int, _ last: DatePoint, in lastYear: Int
    ) -> Bool {
        let start = first.resolved(in: year, .start)
        var end = last.resolved(in: lastYear, .end)
        if end < start, last.year == nil {
            // `Feb 30-Feb 31` is no day at all, `Dec 24-Jan 6` reaches over the new year.
            guard !first.isBefore(last) else { return false }
            end = last.resolved(in: lastYear + 1, .end)
        }
        return day.number >= start && day.number <= end
    }
}

/// A date that a year makes definite.
struct DatePoint: Hashable, Sendable {
    enum Anchor: Hashable, Sendable {
        case day(month: Int, day: Int)
        /// 0 is Monday; `nth` 1 … 5 from the month's start, -1 … -5 from its end.
        case weekday(month: Int, weekday: Int, nth: Int)
        case easter
    }

    enum Side { case start, end }

    var year: Int?
    var anchor: Anchor
    /// `+Su`: on to that weekday, `-Su`: back to it; the day itself if it is one.
    var weekdayShift: WeekdayShift?
    /// Days after all that.
    var offset = 0

    struct WeekdayShift: Hashable, Sendable {
        var weekday: Int
        var isForward: Bool
    }

    /// Whether this is earlier in the year than `other` as written, where both are plain dates.
    func isBefore(_ other: DatePoint) -> Bool {
        guard case .day(let month, let day) = anchor, case .day(let otherMonth, let otherDay) = other.anchor
        else { return false }
        return (month, day) <= (otherMonth, otherDay)
    }

    /// Whether the point is `day` in the year of `day`, or in the one it names.
    func isResolved(on day: CalendarDay) -> Bool {
        let years = year.map { $0...$0 } ?? day.date.year - 1...day.date.year + 1
        return years.contains { year in
            resolved(in: year, .start) == day.number && resolved(in: year, .end) == day.number
        }
    }

    /// Days since 1970-01-01. A date that the year lacks (29 February) is the day after it as a start, the day before
    /// it as an end.
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
