public import Foundation

extension JSONWriter {
    /// Writes a timestamp in UTC in whole seconds, rounded down: `"2027-03-11T12:30:00Z"` (RFC 3339).
    ///
    /// Dates outside the years 0000 to 9999, which RFC 3339 cannot express, are clamped to that range.
    ///
    /// - Source: H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`.
    public mutating func value(_ date: Date) {
        let limits = (-62_167_219_200.0)...253_402_300_799.0
        let seconds = Int(
            min(max(date.timeIntervalSince1970.rounded(.down), limits.lowerBound), limits.upperBound))
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - day * 86_400
        let civil = Self.civil(fromDay: day)
        byte(UInt8(ascii: "\""))
        twoDigits(civil.year / 100)
        twoDigits(civil.year % 100)
        byte(UInt8(ascii: "-"))
        twoDigits(civil.month)
        byte(UInt8(ascii: "-"))
        twoDigits(civil.day)
        byte(UInt8(ascii: "T"))
        twoDigits(second / 3_600)
        byte(UInt8(ascii: ":"))
        twoDigits(second / 60 % 60)
        byte(UInt8(ascii: ":"))
        twoDigits(second % 60)
        literal("Z\"")
    }

    /// Returns year, month and day of the Gregorian calendar, `fromDay` days after 1970-01-01.
    private static func civil(fromDay: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = fromDay + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
