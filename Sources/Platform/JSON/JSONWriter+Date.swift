import CivilTime
public import Foundation

extension JSONWriter {
    /// Writes a timestamp in UTC in whole seconds, rounded down: `"2027-03-11T12:30:00Z"` (RFC 3339).
    ///
    /// Dates outside the years 0000 to 9999, which RFC 3339 cannot express, are clamped to that range.
    public mutating func value(_ date: Date) {
        let limits = (-62_167_219_200.0)...253_402_300_799.0
        let seconds = Int(
            min(max(date.timeIntervalSince1970.rounded(.down), limits.lowerBound), limits.upperBound))
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - day * 86_400
        let civil = CivilDate(dayNumber: day)
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
}
