internal import Foundation
internal import Outings

/// When a group usually meets: the weekday and the hour. Pure.
struct Rhythm: Hashable, Sendable {
    /// 1 Monday to 7 Sunday.
    let weekday: Int
    /// Minutes after midnight on the wall.
    let minute: Int
    /// Name of tzdata.
    let zone: String
    /// How many of ``all`` were on that weekday.
    let count: Int
    let all: Int

    /// The most frequent weekday, of several the last one met on; of its times the middle one that there was, and the
    /// newest one's zone.
    ///
    /// - Parameter visits: The newest first. Nil for none.
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

    /// The next such time that is far enough ahead and free; nil if there is none within a quarter of a year.
    ///
    /// A time that the clocks skip is passed by.
    ///
    /// - Parameter busy: When whoever asks is out already.
    func next(after now: Date, busy: [DateInterval]) -> ZonedTime? {
        guard let clock = TimeZone(identifier: zone) else { return nil }
        let today = ZonedTime(now, in: clock).wall
        let days = (weekday - today.weekday + 7) % 7
        return (0...VisitLimits.weeksAhead).lazy
            .compactMap { week in
                try? ZonedTime(today.day(after: days + 7 * week, minute: minute), in: clock)
            }
            .first { time in
                let meal = DateInterval(start: time.instant, duration: OutingLimits.usualDuration)
                return time.instant >= now + VisitLimits.notice
                    && !busy.contains { $0.start < meal.end && meal.start < $0.end }
            }
    }
}

extension WallTime {
    private static let secondsADay = 86_400.0

    private var dayNumber: Int { Int((secondsAsUTC / Self.secondsADay).rounded(.down)) }

    /// 1 Monday to 7 Sunday; 1970-01-01 was a Thursday.
    var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// So many days later, at a minute of the day.
    fileprivate func day(after days: Int, minute: Int) -> WallTime {
        WallTime(secondsAsUTC: Double(dayNumber + days) * Self.secondsADay + Double(minute) * 60)
    }
}
