import CivilTime
import Foundation

/// A time zone as a received document defines it, for names that tzdata lacks, such as Outlook's.
///
/// - Source: RFC 5545 §3.6.5.
struct ReceivedTimeZone {
    fileprivate struct Observance {
        let begins: WallClock
        let from: Int
        let to: Int
        /// The recurrence rule; `nil` if the observance has a single onset.
        let yearly: YearlyChange?
    }

    private let observances: [Observance]

    /// Reads a VTIMEZONE.
    ///
    /// - Returns: `nil` if any of its observances is malformed or has an unsupported recurrence rule.
    init?(_ component: CalendarComponent) {
        observances = component.components.compactMap(Self.observance)
        guard !observances.isEmpty, observances.count == component.components.count else { return nil }
    }

    /// Returns the instant of a local time; the first if there are two.
    func instant(of wall: WallClock) -> Date {
        var newest: (onset: Int, observance: Observance)?
        for observance in observances {
            guard let onset = Self.onset(of: observance, before: wall) else { continue }
            if newest.map({ onset > $0.onset }) ?? true { newest = (onset, observance) }
        }
        let earliest = observances.min { $0.begins.secondsAsUTC < $1.begins.secondsAsUTC }
        let offset = newest?.observance.to ?? earliest?.from ?? 0
        return Date(timeIntervalSince1970: Double(wall.secondsAsUTC - offset))
    }

    /// Returns the last onset of an observance at or before `wall`, as local time in the offset that it
    /// ended; `nil` if there is none.
    private static func onset(of observance: Observance, before wall: WallClock) -> Int? {
        let first = observance.begins.secondsAsUTC
        let limit = wall.secondsAsUTC
        guard first <= limit else { return nil }
        guard let yearly = observance.yearly else { return first }
        for year in [wall.year, wall.year - 1] {
            guard let onset = yearly.onset(in: year, like: observance.begins) else { continue }
            if onset <= limit, onset >= first, onset <= yearly.until?.secondsAsUTC ?? .max { return onset }
        }
        return max(
            first, yearly.until.flatMap { yearly.onset(in: $0.year, like: observance.begins) } ?? first)
    }

    private static func observance(_ component: CalendarComponent) -> Observance? {
        guard ["STANDARD", "DAYLIGHT"].contains(component.name), let start = component["DTSTART"]?.value,
            let begins = WallClock(basicText: start[...]),
            let from = component["TZOFFSETFROM"].flatMap({ offset($0.value) }),
            let to = component["TZOFFSETTO"].flatMap({ offset($0.value) })
        else { return nil }
        guard let rule = component["RRULE"]?.value else {
            return Observance(begins: begins, from: from, to: to, yearly: nil)
        }
        guard let yearly = YearlyChange(rule, like: begins, offset: from) else { return nil }
        return Observance(begins: begins, from: from, to: to, yearly: yearly)
    }

    /// Parses `+0545` or `-033000` and returns seconds.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().utf8.map { Int($0) - 48 }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else {
            return nil
        }
        var seconds = (digits[0] * 10 + digits[1]) * 3_600 + (digits[2] * 10 + digits[3]) * 60
        if digits.count == 6 { seconds += digits[4] * 10 + digits[5] }
        guard seconds <= 24 * 3_600 else { return nil }
        return sign == "-" ? -seconds : seconds
    }
}

/// A recurrence on the n-th or last weekday of a month, every year.
private struct YearlyChange {
    let month: Int
    /// From 0 for Sunday.
    let weekday: Int
    /// From 1, or from -1 when counted from the end of the month.
    let ordinal: Int
    /// The local time after which there is no onset; `nil` if the rule has no end.
    let until: WallClock?
}

extension YearlyChange {
    /// Parses `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`. Missing parts are taken from DTSTART.
    fileprivate init?(_ rule: String, like begins: WallClock, offset: Int) {
        var parts: [Substring: Substring] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            parts[pair[0]] = pair[1]
        }
        guard parts["FREQ"] == "YEARLY", parts["INTERVAL"].map({ $0 == "1" }) ?? true,
            Set(parts.keys).isSubset(of: ["FREQ", "INTERVAL", "BYMONTH", "BYDAY", "UNTIL", "WKST"])
        else { return nil }
        guard let month = parts["BYMONTH"].map({ Int($0) }) ?? begins.month, (1...12).contains(month) else {
            return nil
        }
        let day = parts["BYDAY"] ?? "\(begins.weekdayOrdinal)\(Weekdays.names[begins.weekday])"
        guard let weekday = Weekdays.names.firstIndex(of: String(day.suffix(2))),
            let ordinal = Int(day.dropLast(2)), ordinal != 0, (-5...5).contains(ordinal)
        else { return nil }
        self.month = month
        self.weekday = weekday
        self.ordinal = ordinal
        guard let end = parts["UNTIL"] else {
            until = nil
            return
        }
        guard let instant = CalendarTime.utc(String(end)) else { return nil }
        until = WallClock(secondsAsUTC: Int(instant.timeIntervalSince1970) + offset)
    }

    /// Returns the onset in a year; `nil` if the month has no such weekday in that year.
    fileprivate func onset(in year: Int, like begins: WallClock) -> Int? {
        guard
            var day = WallClock(
                year: year, month: month, day: 1, hour: begins.hour, minute: begins.minute,
                second: begins.second)
        else { return nil }
        let length = CivilDate.daysInMonth(month, of: year)
        let first = 1 + (weekday - day.weekday + 7) % 7
        let last = first + (length - first) / 7 * 7
        day.day = ordinal > 0 ? first + (ordinal - 1) * 7 : last + (ordinal + 1) * 7
        return (1...length).contains(day.day) ? day.secondsAsUTC : nil
    }
}
