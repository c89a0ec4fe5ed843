package import Foundation
import Initializers
package import Postgres

/// The part of the day in which a person is not disturbed, by the clock of their zone.
@Row
@MemberwiseInit
package struct QuietHours: Hashable, Sendable, PostgresJoinedRow {
    /// Minutes after midnight.
    package let from: Int
    /// Minutes after midnight; on the next day if before `from`.
    package let until: Int

    /// Returns the end of the quiet hours that contain `now`, or `nil` if none do.
    ///
    /// If a clock change skips the end, it is the first moment after the gap; if it repeats the end, the
    /// first of the two.
    package func end(at now: Date, in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let clock = calendar.dateComponents([.hour, .minute], from: now)
        let minute = (clock.hour ?? 0) * 60 + (clock.minute ?? 0)
        let isInside =
            from < until ? (from..<until).contains(minute) : minute >= from || minute < until
        guard isInside else { return nil }
        return calendar.nextDate(
            after: now, matching: DateComponents(hour: until / 60, minute: until % 60, second: 0),
            matchingPolicy: .nextTime)
    }
}

extension QuietHours {
    /// Returns, for example, `22:00`.
    package static func text(_ minutes: Int) -> String {
        let hour = minutes / 60
        let minute = minutes % 60
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// Returns the minutes after midnight, or `nil` if the text is not a time.
    package static func minutes(_ text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(String(parts[0]) ?? ""),
            let minute = Int(String(parts[1]) ?? ""), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
