import CivilTime
import Foundation
import OpeningHours

/// When an offer holds, in the local time of its restaurant.
///
/// Instants are converted to local time and never the other way round, so daylight-saving changes cause no
/// ambiguity: a skipped hour never occurs, and a repeated hour counts twice.
struct OfferTimes: Hashable, Sendable {
    /// Days since 1970-01-01; `nil` when there is no limit on that side.
    var firstDay: Int?
    var lastDay: Int?
    /// 1 for Monday to 7 for Sunday.
    var weekdays: Set<Int>
    /// `nil` for all day.
    var hours: Hours?

    /// Minutes of the day. If the end is not after the start, it is on the next day, and the whole span
    /// belongs to the day on which it starts.
    struct Hours: Hashable, Sendable {
        /// 0 to 1439.
        let from: Int
        /// 1 to 1440, exclusive.
        let until: Int

        var passesMidnight: Bool { until <= from }
    }

    static let everyDay = Set(1...7)

    func hold(at instant: Date, in zone: TimeZone) -> Bool {
        let (day, minute) = Self.localTime(instant, in: zone)
        guard let hours else { return isOn(day) }
        guard hours.passesMidnight else {
            return isOn(day) && minute >= hours.from && minute < hours.until
        }
        return isOn(day) && minute >= hours.from || isOn(day - 1) && minute < hours.until
    }

    /// Returns whether the offer has ended for good.
    func areOver(at instant: Date, in zone: TimeZone) -> Bool {
        guard let lastDay else { return false }
        let (day, minute) = Self.localTime(instant, in: zone)
        if let hours, hours.passesMidnight, day == lastDay + 1 { return minute >= hours.until }
        return day > lastDay
    }

    private func isOn(_ day: Int) -> Bool {
        (firstDay.map { day >= $0 } ?? true) && (lastDay.map { day <= $0 } ?? true)
            && weekdays.contains(Self.weekday(of: day))
    }

    /// Returns the weekday of a day number. 1970-01-01 was a Thursday.
    private static func weekday(of day: Int) -> Int { ((day + 3) % 7 + 7) % 7 + 1 }

    private static func localTime(_ instant: Date, in zone: TimeZone) -> (day: Int, minute: Int) {
        let seconds = Int(
            (instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))).rounded(.down))
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return (day, (seconds - day * 86_400) / 60)
    }
}

extension OfferTimes.Hours {
    /// Parses `11:00-14:00`; `24:00` is the end of the day.
    init?(text: String) {
        guard let parts = text.wholeMatch(of: /\s*(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})\s*/),
            let from = Self.minute(parts.1, parts.2), let until = Self.minute(parts.3, parts.4), from < 1_440
        else { return nil }
        self.from = from
        self.until = until == 0 ? 1_440 : until
    }

    private static func minute(_ hour: Substring, _ minute: Substring) -> Int? {
        guard let hour = Int(hour), let minute = Int(minute), minute < 60, hour * 60 + minute <= 1_440 else {
            return nil
        }
        return hour * 60 + minute
    }

    /// Formats a minute of the day as `11:00`.
    static func text(of minute: Int) -> String {
        let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension OfferTimes {
    /// Parses weekdays in OpenStreetMap's form, such as `Mo-Fr,Su`; `nil` for anything else.
    static func weekdays(text: String) -> Set<Int>? {
        var all: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                names.firstIndex(of: $0.filter { !$0.isWhitespace })
            }
            switch ends.count {
            case 1:
                guard let day = ends[0] else { return nil }
                all.insert(day + 1)
            case 2:
                guard let first = ends[0], let last = ends[1] else { return nil }
                for step in 0...((last - first + 7) % 7) { all.insert((first + step) % 7 + 1) }
            default: return nil
            }
        }
        return all
    }

    private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// Parses `2027-03-11` into days since 1970-01-01.
    static func day(text: String) -> Int? {
        guard let parts = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(parts.1),
            let month = Int(parts.2), let day = Int(parts.3)
        else { return nil }
        let number = CivilDate(year: year, month: month, day: day).dayNumber
        return CivilDate(dayNumber: number) == CivilDate(year: year, month: month, day: day) ? number : nil
    }

    static func text(ofDay number: Int) -> String {
        let date = CivilDate(dayNumber: number)
        func padded(_ number: Int, _ length: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, length - text.count)) + text
        }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    }
}
