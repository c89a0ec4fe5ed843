/// A date of the Gregorian calendar, without time zone or time of day.
public struct CivilDate: Hashable, Sendable {
    public let year: Int
    /// 1 … 12
    public let month: Int
    /// 1 … 31
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the date that is `number` days after 1970-01-01, by inverting ``dayNumber``.
    public init(dayNumber number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01. A day past the end of its month (30 February) continues into the next month.
    ///
    /// Counting years from March puts the leap day last; 400 such years have 146,097 days.
    public var dayNumber: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns Easter Sunday of the western churches, as days since 1970-01-01.
    ///
    /// - Source: the anonymous Gregorian algorithm (Nature, 20 April 1876).
    static func easter(of year: Int) -> Int {
        let golden = year % 19
        let century = year / 100
        let yearOfCentury = year % 100
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekdayShift = (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
        let late = (golden + 11 * epact + 22 * weekdayShift) / 451
        let packed = epact + weekdayShift - 7 * late + 114
        return CivilDate(year: year, month: packed / 31, day: packed % 31 + 1).dayNumber
    }
}

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
