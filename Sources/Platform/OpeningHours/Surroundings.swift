public import Foundation

/// Where a schedule holds: its clock, its holidays, its sun.
public struct Surroundings: Sendable {
    public let zone: TimeZone
    public let holidays: HolidayCalendar
    /// Degrees north and east; nil: dawn is at 6, sunrise at 7, sunset at 19, dusk at 20 o'clock.
    public let position: Position?

    public struct Position: Hashable, Sendable {
        public let latitude: Double
        public let longitude: Double

        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    public init(zone: TimeZone, holidays: HolidayCalendar = .empty, position: Position? = nil) {
        self.zone = zone
        self.holidays = holidays
        self.position = position
    }

    /// What clocks show at `instant`.
    public func localTime(at instant: Date) -> LocalTime {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
        return LocalTime(minutesSince1970: Int((Double(seconds) / 60).rounded(.down)))
    }

    /// Minutes after the day's midnight, 0 ..< 1,440, by its clocks.
    func minutes(of event: SunEvent, day: Int) -> Int {
        guard let position else { return SunTimes.usual(event) }
        let utc = SunTimes.minutes(
            of: event, day: day, latitude: position.latitude, longitude: position.longitude)
        let instant = Date(timeIntervalSince1970: Double(day) * 86_400 + utc * 60)
        let local = Int((utc + Double(zone.secondsFromGMT(for: instant)) / 60).rounded())
        let remainder = local % 1_440
        return remainder < 0 ? remainder + 1_440 : remainder
    }
}

/// A day and a minute on the clocks of some place.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// Minutes from midnight of 1970-01-01 by those clocks.
    public let minutesSince1970: Int

    public init(minutesSince1970: Int) { self.minutesSince1970 = minutesSince1970 }

    public init(_ date: CivilDate, minute: Int) {
        minutesSince1970 = date.dayNumber * 1_440 + minute
    }

    init(day: Int, minute: Int) { minutesSince1970 = day * 1_440 + minute }

    /// Days since 1970-01-01.
    public var day: Int {
        minutesSince1970 >= 0 ? minutesSince1970 / 1_440 : (minutesSince1970 - 1_439) / 1_440
    }
    /// 0 ..< 1,440
    public var minute: Int { minutesSince1970 - day * 1_440 }

    public static func < (one: LocalTime, other: LocalTime) -> Bool {
        one.minutesSince1970 < other.minutesSince1970
    }
}
