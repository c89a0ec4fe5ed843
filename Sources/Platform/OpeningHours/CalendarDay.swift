import CivilTime

/// A day with the properties that selectors test.
struct CalendarDay {
    /// Days since 1970-01-01.
    let number: Int
    let date: CivilDate
    /// 0 is Monday, 6 is Sunday.
    let weekday: Int

    init(_ number: Int) {
        self.number = number
        date = CivilDate(dayNumber: number)
        weekday = Self.weekday(of: number)
    }

    /// Returns the weekday of a day number, 0 for Monday. 1970-01-01 was a Thursday.
    static func weekday(of number: Int) -> Int {
        let remainder = (number + 3) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// The ISO 8601 week, 1 … 53. Week 1 contains the year's first Thursday.
    var week: Int {
        let thursday = number - weekday + 3
        let firstOfYear = CivilDate(
            year: CivilDate(dayNumber: thursday).year, month: 1, day: 1
        ).dayNumber
        return (thursday - firstOfYear) / 7 + 1
    }
}
