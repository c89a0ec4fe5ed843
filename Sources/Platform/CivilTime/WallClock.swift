/// A local date and time without a time zone, in the proleptic Gregorian calendar, to the second.
package struct WallClock: Hashable, Sendable {
    package var year, month, day, hour, minute, second: Int

    /// Creates a local time; a leap second is taken for the second before it.
    ///
    /// - Returns: `nil` if there is no such date or time.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            (1...CivilDate.daysInMonth(month, of: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
    }

    /// Creates the local time in UTC that is `seconds` after the start of 1970.
    package init(secondsAsUTC seconds: Int) {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - days * 86_400
        let date = CivilDate(dayNumber: days)
        (year, month, day) = (date.year, date.month, date.day)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The seconds since the start of 1970 if this were a time in UTC.
    package var secondsAsUTC: Int {
        date.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    package var weekday: Int { ((date.dayNumber + 4) % 7 + 7) % 7 }  // 1970 began on a Thursday

    /// The ordinal of this weekday within its month, from 1.
    package var weekdayOrdinal: Int { (day - 1) / 7 + 1 }

    /// Whether this is the last occurrence of its weekday in the month.
    package var isLastWeekday: Bool { day + 7 > CivilDate.daysInMonth(month, of: year) }

    private var date: CivilDate { CivilDate(year: year, month: month, day: day) }
}
