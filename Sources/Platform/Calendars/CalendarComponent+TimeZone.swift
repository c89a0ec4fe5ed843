import CivilTime
import Foundation

// VTIMEZONE: the clock changes of a time zone around the events of a document, from the system's tzdata.
//
// If the changes follow "the n-th or last weekday of a month", each kind of change gets a recurrence rule
// that begins in the year before the first event. If they follow the lunar calendar or are irregular, they
// are listed one by one. A zone without changes gets its offset alone. Earlier history is omitted, because
// local mean time confuses some programs.

/// One clock change of a zone.
struct ClockChange: Hashable {
    /// The local time of the change, in the offset that ends.
    let wall: WallClock
    /// The offset before the change in seconds east of UTC.
    let from: Int
    let to: Int
    let isDaylight: Bool
    let instant: Int
}

extension CalendarComponent {
    /// Returns the VTIMEZONE of `zone` for a range of instants.
    ///
    /// - Source: RFC 5545 §3.6.5.
    static func zone(_ name: String, _ zone: TimeZone, covering instants: ClosedRange<Date>)
        -> CalendarComponent
    {
        let identifier = ContentLine("TZID", value: name)
        let first = Int(instants.lowerBound.timeIntervalSince1970)
        let last = Int(instants.upperBound.timeIntervalSince1970)
        let years = ClockChanges(zone, first: first, last: last)
        let observances: [CalendarComponent]
        if years.changes.isEmpty {
            observances = [.fixedOffset(at: zone.secondsFromGMT(for: instants.lowerBound))]
        } else if let rules = years.rules {
            observances = rules
        } else {
            observances = years.individualObservances
        }
        return CalendarComponent("VTIMEZONE", [identifier], components: observances)
    }

    fileprivate static func fixedOffset(at offset: Int) -> CalendarComponent {
        observance("STANDARD", WallClock(secondsAsUTC: 0), from: offset, to: offset)
    }

    fileprivate static func observance(_ change: ClockChange, rule: String? = nil) -> CalendarComponent {
        observance(
            change.isDaylight ? "DAYLIGHT" : "STANDARD", change.wall, from: change.from, to: change.to,
            rule: rule)
    }

    private static func observance(
        _ name: String, _ wall: WallClock, from: Int, to: Int, rule: String? = nil
    ) -> CalendarComponent {
        var lines = [
            ContentLine("DTSTART", value: wall.basicText),
            ContentLine("TZOFFSETFROM", value: offsetText(from)),
            ContentLine("TZOFFSETTO", value: offsetText(to)),
        ]
        if let rule { lines.append(ContentLine("RRULE", value: rule)) }
        return CalendarComponent(name, lines)
    }

    /// Returns an offset such as `+0545`. RFC 5545 §3.3.14.
    private static func offsetText(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
        return (seconds < 0 ? "-" : "+") + digits
    }
}

/// The clock changes of a zone in the calendar years around some events.
private struct ClockChanges {
    let changes: [ClockChange]
    private let years: ClosedRange<Int>
    private let zone: TimeZone
    private let first: Int
    private let last: Int

    init(_ zone: TimeZone, first: Int, last: Int) {
        let from = WallClock(secondsAsUTC: first).year - 1
        let to = max(WallClock(secondsAsUTC: last).year + 1, from + CalendarLimits.yearsExamined - 1)
        self.zone = zone
        self.first = first
        self.last = last
        years = from...to
        changes = Self.changes(of: zone, in: years)
    }

    private static func offset(_ zone: TimeZone, _ second: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
    }

    /// Finds the clock changes: samples the offset at intervals and locates the second of each change by
    /// binary search.
    private static func changes(of zone: TimeZone, in years: ClosedRange<Int>) -> [ClockChange] {
        let step = CalendarLimits.daysBetweenSamples * 86_400
        var changes: [ClockChange] = []
        var second = start(of: years.lowerBound)
        var known = offset(zone, second)
        while second < start(of: years.upperBound + 1) {
            let next = offset(zone, second + step)
            if next != known {
                var before = second
                var after = second + step
                while after - before > 1 {
                    let middle = (before + after) / 2
                    if offset(zone, middle) == known { before = middle } else { after = middle }
                }
                changes.append(
                    ClockChange(
                        wall: WallClock(secondsAsUTC: after + known), from: known, to: next,
                        isDaylight: zone.isDaylightSavingTime(
                            for: Date(timeIntervalSince1970: Double(after))),
                        instant: after))
                known = next
            }
            second += step
        }
        return changes.filter { years.contains($0.wall.year) }
    }

    private static func start(of year: Int) -> Int {
        WallClock(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0)?.secondsAsUTC ?? 0
    }

    /// A recurrence rule for each kind of change; `nil` if one of them follows none.
    var rules: [CalendarComponent]? {
        let kinds = Dictionary(grouping: changes) { [$0.from, $0.to, $0.wall.month] }.values
            .sorted { $0[0].instant < $1[0].instant }
        var components: [CalendarComponent] = []
        for kind in kinds {
            guard let rule = rule(kind) else { return nil }
            components.append(.observance(kind[0], rule: rule))
        }
        return components
    }

    /// Returns the recurrence rule of one kind of change; `nil` if there is none.
    ///
    /// - Source: RFC 5545 §3.3.10, BYDAY with a number within FREQ=YEARLY;BYMONTH.
    private func rule(_ kind: [ClockChange]) -> String? {
        let sample = kind[0].wall
        guard kind.map(\.wall.year) == Array(years),
            kind.allSatisfy({
                $0.wall.weekday == sample.weekday && $0.wall.hour == sample.hour
                    && $0.wall.minute == sample.minute && $0.wall.second == sample.second
                    && $0.isDaylight == kind[0].isDaylight
            })
        else { return nil }
        let ordinal: Int
        if kind.allSatisfy(\.wall.isLastWeekday) {
            ordinal = -1
        } else if kind.allSatisfy({ $0.wall.weekdayOrdinal == sample.weekdayOrdinal }) {
            ordinal = sample.weekdayOrdinal
        } else {
            return nil
        }
        return "FREQ=YEARLY;BYMONTH=\(sample.month);BYDAY=\(ordinal)\(Weekdays.names[sample.weekday])"
    }

    /// The change in effect at the first event, and those until a year after the last event.
    var individualObservances: [CalendarComponent] {
        let later = changes.filter { $0.instant > first && $0.instant <= last + 366 * 86_400 }
        guard let holding = changes.last(where: { $0.instant <= first }) else {
            return [.fixedOffset(at: Self.offset(zone, first))] + later.map { .observance($0) }
        }
        return [.observance(holding)] + later.map { .observance($0) }
    }
}

/// The weekdays' names in recurrence rules, Sunday first.
enum Weekdays {
    static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
}
