import Foundation
import Outings

/// When a group usually meets: a weekday and a time of day. Performs no I/O.
struct MeetingHabit: Hashable, Sendable {
    /// From 1 (Monday) to 7 (Sunday).
    let weekday: Int
    /// Minutes after midnight, local time.
    let minute: Int
    /// An IANA time zone name.
    let zone: String
    /// How many of ``all`` visits were on that weekday.
    let count: Int
    let all: Int

    /// Derives the habit from past visits: the most frequent weekday, or the latest of several equally
    /// frequent ones; the median time of day on that weekday; and the time zone of the latest visit on it.
    /// Returns `nil` if there are no visits.
    ///
    /// - Parameter visits: Past visits, newest first.
    init?(_ visits: [ZonedTime]) {
        let days = Dictionary(grouping: visits) { $0.wall.weekday }
        guard let most = days.values.map(\.count).max(),
            let usual = visits.first(where: { days[$0.wall.weekday]?.count == most }),
            let own = days[usual.wall.weekday]
        else { return nil }
        weekday = usual.wall.weekday
        let minutes = own.map { $0.wall.hour * 60 + $0.wall.minute }.sorted()
        minute = minutes[(minutes.count - 1) / 2]
        zone = usual.zone
        count = most
        all = visits.count
    }

    /// Returns the next such time that leaves enough notice and is free, or `nil` if there is none within 12
    /// weeks.
    ///
    /// Skips local times that do not exist because clocks are set forward.
    ///
    /// - Parameter busy: Times for which the caller already has plans.
    func next(after now: Date, busy: [DateInterval]) -> ZonedTime? {
        guard let clock = TimeZone(identifier: zone) else { return nil }
        let today = ZonedTime(now, in: clock).wall
        let days = (weekday - today.weekday + 7) % 7
        return (0...VisitLimits.weeksAhead).lazy
            .compactMap { week in
                try? ZonedTime(today.day(after: days + 7 * week, minute: minute), in: clock)
            }
            .first { time in
                let meal = DateInterval(start: time.instant, duration: OutingLimits.defaultDuration)
                return time.instant >= now + VisitLimits.notice
                    && !busy.contains { $0.start < meal.end && meal.start < $0.end }
            }
    }
}

extension WallTime {
    private static let secondsADay = 86_400.0

    private var dayNumber: Int { Int((secondsAsUTC / Self.secondsADay).rounded(.down)) }

    /// From 1 (Monday) to 7 (Sunday). 1970-01-01 was a Thursday.
    var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// Returns the local time `days` days later, at the given minute of the day.
    fileprivate func day(after days: Int, minute: Int) -> WallTime {
        WallTime(secondsAsUTC: Double(dayNumber + days) * Self.secondsADay + Double(minute) * 60)
    }
}
