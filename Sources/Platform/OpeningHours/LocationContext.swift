public import CivilTime
public import Foundation

/// The context in which a schedule is evaluated: its time zone, holidays and position.
public struct LocationContext: Sendable {
    public let zone: TimeZone
    public let holidays: HolidayCalendar
    /// The position, for times of the sun. If it is `nil`, dawn is at 6:00, sunrise at 7:00, sunset at 19:00
    /// and dusk at 20:00.
    public let position: Position?

    /// Decimal degrees north and east.
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

    /// Returns the local time at `instant`.
    public func localTime(at instant: Date) -> LocalTime {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
        return LocalTime(minutesSince1970: Int((Double(seconds) / 60).rounded(.down)))
    }

    /// Returns the local time of `event` on `day`, in minutes after midnight, 0 ..< 1,440.
    func minutes(of event: SunEvent, day: Int) -> Int {
        guard let position else { return SunTimes.defaultMinutes(event) }
        let utc = SunTimes.minutes(
            of: event, day: day, latitude: position.latitude, longitude: position.longitude)
        let instant = Date(timeIntervalSince1970: Double(day) * 86_400 + utc * 60)
        let local = Int((utc + Double(zone.secondsFromGMT(for: instant)) / 60).rounded())
        let remainder = local % 1_440
        return remainder < 0 ? remainder + 1_440 : remainder
    }
}

/// A day and a minute as shown on local clocks.
public struct LocalTime: Hashable, Comparable, Sendable {
    /// Minutes since midnight of 1970-01-01 on local clocks.
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
    /// Minutes after midnight, 0 ..< 1,440.
    public var minute: Int { minutesSince1970 - day * 1_440 }

    public static func < (one: LocalTime, other: LocalTime) -> Bool {
        one.minutesSince1970 < other.minutesSince1970
    }
}
