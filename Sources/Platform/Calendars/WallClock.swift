/// A local date and time without a time zone, in the proleptic Gregorian calendar, to the second.
package struct WallClock: Hashable, Sendable {
    package var year, month, day, hour, minute, second: Int

    /// Creates a local time; a leap second is taken for the second before it.
    ///
    /// - Returns: `nil` if there is no such date or time.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            (1...Self.days(inMonth: month, of: year)).contains(day)
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
        (year, month, day) = Self.date(ofDay: days)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// The seconds since the start of 1970 if this were a time in UTC.
    package var secondsAsUTC: Int {
        Self.day(ofYear: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    var weekday: Int {
        let days = Self.day(ofYear: year, month: month, day: day)
        return ((days + 4) % 7 + 7) % 7  // 1970 began on a Thursday
    }

    /// The ordinal of this weekday within its month, from 1.
    var weekdayOrdinal: Int { (day - 1) / 7 + 1 }

    /// Whether this is the last occurrence of its weekday in the month.
    var isLastWeekday: Bool { day + 7 > Self.days(inMonth: month, of: year) }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // Conversions between a date and the number of days since 1970-01-01, in eras of 400 years that begin on
    // 1 March, so that the leap day is the last of its year. Source: H. Hinnant, "chrono-Compatible Low-Level
    // Date Algorithms".

    private static func day(ofYear year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension WallClock {
    /// The basic format `20270311T123000`. RFC 5545 §3.3.5.
    var basicText: String {
        Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2) + "T" + Self.digits(hour, 2)
            + Self.digits(minute, 2) + Self.digits(second, 2)
    }

    /// Parses ``basicText``.
    init?(basicText text: Substring) {
        let bytes = Array(text.utf8)
        guard bytes.count == 15, bytes[8] == UInt8(ascii: "T") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
            let hour = number(9..<11), let minute = number(11..<13), let second = number(13..<15)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
