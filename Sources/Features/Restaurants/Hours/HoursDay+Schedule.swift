import CivilTime
import Foundation
import NoonishAPI
import OpeningHours

extension HoursDay {
    /// Returns seven days, starting with the day of `instant`. Hours that continue past midnight belong to
    /// the evening before, as on a sign.
    static func week(
        of schedule: Schedule, from instant: Date, in location: LocationContext
    ) -> [HoursDay] {
        let first = location.localTime(at: instant).day
        return (first..<first + 7).map { HoursDay(of: schedule, on: $0, in: location) }
    }

    /// Creates the opening hours of one day, given as the number of days since 1970-01-01.
    init(of schedule: Schedule, on day: Int, in location: LocationContext) {
        let date = CivilDate(dayNumber: day)
        self.init(
            date: "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))",
            spans: Self.spans(of: schedule, on: day, in: location))
    }

    private static func spans(
        of schedule: Schedule, on day: Int, in location: LocationContext
    ) -> [Span] {
        var spans: [Span] = []
        var time = LocalTime(minutesSince1970: day * 1_440)
        let midnight = LocalTime(minutesSince1970: time.minutesSince1970 + 1_440)
        // The rest of the previous evening does not belong to this day.
        if isRestOfEvening(schedule, time, location) {
            time = schedule.nextChange(after: time, in: location) ?? midnight
        }
        while time < midnight {
            let stateAndComment = schedule.stateAndComment(at: time, in: location)
            let change = schedule.nextChange(after: time, in: location)
            if stateAndComment.state != .closed {
                let end = change.flatMap { isEvening(time, $0, midnight) ? $0 : nil } ?? midnight
                spans.append(
                    Span(
                        from: clock(time.minute), to: end == midnight ? "24:00" : clock(end.minute),
                        state: stateAndComment.state == .open ? .open : .unknown,
                        comment: stateAndComment.comment))
            }
            guard let change else { break }
            time = change
        }
        return spans
    }

    /// Returns whether a span from `start` to `end` is shown as one span although it includes midnight: it
    /// ends before noon.
    private static func isEvening(_ start: LocalTime, _ end: LocalTime, _ midnight: LocalTime) -> Bool {
        end.minutesSince1970 < midnight.minutesSince1970 + 720
            && end.minutesSince1970 - start.minutesSince1970 < 1_440
    }

    /// Returns whether the state at a midnight began the day before and ends before noon, so that it is shown
    /// with that day.
    private static func isRestOfEvening(
        _ schedule: Schedule, _ midnight: LocalTime, _ location: LocationContext
    ) -> Bool {
        let state = schedule.stateAndComment(at: midnight, in: location).state
        guard state != .closed, let end = schedule.nextChange(after: midnight, in: location) else {
            return false
        }
        var start = midnight
        // Searches for the start in steps of a quarter of an hour; signs have no finer times.
        for _ in 0..<96 {
            let before = LocalTime(minutesSince1970: start.minutesSince1970 - 15)
            guard schedule.stateAndComment(at: before, in: location).state == state else { break }
            start = before
        }
        return start < midnight && isEvening(start, end, midnight)
    }

    private static func clock(_ minute: Int) -> String {
        "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
