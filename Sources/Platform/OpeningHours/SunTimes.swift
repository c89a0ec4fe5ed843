import Foundation

/// The times of sunrise, sunset and civil twilight.
///
/// - Accuracy: within two minutes between the polar circles; refraction varies by as much.
/// - Source: the sunrise equation (J. Meeus, *Astronomical Algorithms*, chapters 15 and 25, low accuracy).
enum SunTimes {
    /// Returns the minutes after midnight UTC of `day` at which `event` occurs at the given position, on the
    /// solar day with the nearest noon. May be negative or exceed 1,440.
    ///
    /// If the sun stays above the event's altitude all day, dawn and sunrise are half a day before solar
    /// noon, and sunset and dusk half a day after it; if it stays below, all four are at solar noon.
    static func minutes(of event: SunEvent, day: Int, latitude: Double, longitude: Double) -> Double {
        let sinceEpoch = Double(day - daysTo2000) - longitude / 360
        let anomaly = radians(357.5291 + 0.985_600_28 * sinceEpoch)
        let center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
        let ecliptic = anomaly + radians(center + 180 + 102.9372)
        let noon = sinceEpoch + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * ecliptic)
        let declination = asin(sin(ecliptic) * sin(radians(23.4397)))

        let altitude = radians(event == .dawn || event == .dusk ? -6 : -0.833)
        let phi = radians(min(max(latitude, -89.9), 89.9))
        let cosine =
            (sin(altitude) - sin(phi) * sin(declination)) / (cos(phi) * cos(declination))
        let halfDay = acos(min(max(cosine, -1), 1)) / (2 * .pi)
        let moment = event == .dawn || event == .sunrise ? noon - halfDay : noon + halfDay
        return (moment - Double(day - daysTo2000) + 0.5) * 24 * 60
    }

    /// Days from 1970-01-01 to 2000-01-01, whose noon is the epoch of the equation.
    private static let daysTo2000 = 10_957

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// Returns the minutes after midnight that are assumed where no coordinates are known.
    static func defaultMinutes(_ event: SunEvent) -> Int {
        switch event {
        case .dawn: 6 * 60
        case .sunrise: 7 * 60
        case .sunset: 19 * 60
        case .dusk: 20 * 60
        }
    }
}
