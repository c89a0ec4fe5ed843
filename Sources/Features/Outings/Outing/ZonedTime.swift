import Calendars
import CivilTime
package import Foundation
import Initializers

/// A wall time in a zone, and the instant it stands for.
///
/// The wall time is what was agreed: "12:30 in Helsinki" stays 12:30 when tzdata changes. Only this file
/// converts between the two. PostgreSQL does not, because `AT TIME ZONE` resolves repeated hours differently.
@MemberwiseInit
package struct ZonedTime: Hashable, Sendable {
    package let wall: WallTime
    /// A tzdata name.
    package let zone: String
    package let instant: Date

    /// The reason that a text is not a time.
    package enum Fault: Error, Hashable, Sendable {
        case malformed
        case outOfRange
        case unknownZone
        /// A change of the clocks skips this wall time; `before` and `after` are the same time on either side
        /// of the gap.
        case skipped(before: WallTime, after: WallTime)
    }

    /// Parses `2027-03-11T12:30`, a wall time in `zone`, or the same with an offset or `Z`, which is an
    /// instant and converted to `zone`. Seconds are optional, must be 0 … 59, and are dropped.
    ///
    /// Of a wall time that occurs twice the first is used, unless an offset is given.
    package static func read(_ text: String, zone name: String) throws(Fault) -> ZonedTime {
        guard let zone = TimeZone(identifier: name) else { throw .unknownZone }
        guard let parts = text.wholeMatch(of: pattern) else { throw .malformed }
        guard
            let wall = WallTime(
                year: Int(parts.1) ?? 0, month: Int(parts.2) ?? 0, day: Int(parts.3) ?? 0,
                hour: Int(parts.4) ?? 0, minute: Int(parts.5) ?? 0)
        else { throw .malformed }
        guard supportedYears.contains(wall.year) else { throw .outOfRange }
        guard let offset = parts.6 else { return try ZonedTime(wall, in: zone) }
        guard let seconds = Self.seconds(ofOffset: offset) else { throw .malformed }
        return ZonedTime(Date(timeIntervalSince1970: wall.secondsAsUTC - Double(seconds)), in: zone)
    }

    /// Parses what `text` wrote; `nil` for anything else.
    package init?(text: String, zone name: String) {
        guard let time = try? Self.read(text, zone: name) else { return nil }
        self = time
    }

    /// The same wall time at its present instant. The stored instant is kept if it still shows the wall time,
    /// because it tells apart the two instants of a repeated hour. It is also kept if the wall time is now
    /// skipped.
    package var asOfToday: ZonedTime {
        guard let zone = TimeZone(identifier: zone) else { return self }
        let shown = ZonedTime(instant, in: zone)
        if shown.wall == wall { return self }
        return (try? ZonedTime(wall, in: zone)) ?? self
    }

    /// Resolves a wall time.
    ///
    /// - Throws: ``Fault/skipped(before:after:)`` for a wall time that does not exist in `zone`.
    package init(_ wall: WallTime, in zone: TimeZone) throws(Fault) {
        let asUTC = Date(timeIntervalSince1970: wall.secondsAsUTC)
        // No zone changes its clocks twice within two days, so these are the offsets on either side.
        let before = zone.secondsFromGMT(for: asUTC - 86_400)
        let after = zone.secondsFromGMT(for: asUTC + 86_400)
        let candidates = [asUTC - Double(before), asUTC - Double(after)]
            .filter { $0 + Double(zone.secondsFromGMT(for: $0)) == asUTC }
        guard let first = candidates.min() else {
            let gap = Double(abs(after - before))
            throw .skipped(
                before: WallTime(secondsAsUTC: wall.secondsAsUTC - gap),
                after: WallTime(secondsAsUTC: wall.secondsAsUTC + gap))
        }
        self.wall = wall
        self.zone = zone.identifier
        instant = first
    }

    /// Converts `instant` to the wall time in `zone`, to the minute.
    package init(_ instant: Date, in zone: TimeZone) {
        let minute = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / 60).rounded(.down) * 60)
        wall = WallTime(
            secondsAsUTC: minute.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: minute)))
        self.zone = zone.identifier
        self.instant = minute
    }

    /// RFC 3339 with the offset at that time: `2027-03-11T12:30:00+02:00`.
    package var text: String {
        let offset = Int(wall.secondsAsUTC - instant.timeIntervalSince1970)
        let minutes = abs(offset) / 60
        return "\(wall.text):00\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// Years that a plan may be in; keeps every instant within the ranges of PostgreSQL and RFC 3339.
    private static let supportedYears = 2000...2199

    private nonisolated(unsafe) static let pattern =
        /([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::[0-5][0-9](?:\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})?/

    private static func seconds(ofOffset text: Substring) -> Int? {
        guard text != "Z" else { return 0 }
        guard let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), hours <= 18,
            minutes < 60
        else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

/// A date and a clock time, to the minute, without a zone.
package struct WallTime: Hashable, Sendable {
    package let year, month, day, hour, minute: Int

    /// Creates a wall time.
    ///
    /// - Returns: `nil` if the date does not exist, such as 30 February.
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        guard WallClock(year: year, month: month, day: day, hour: hour, minute: minute, second: 0) != nil
        else {
            return nil
        }
    }

    /// Creates the wall time that a clock on UTC shows `secondsAsUTC` seconds after 1970 began.
    package init(secondsAsUTC: Double) {
        let clock = WallClock(secondsAsUTC: Int(secondsAsUTC.rounded(.down)))
        (year, month, day, hour, minute) = (clock.year, clock.month, clock.day, clock.hour, clock.minute)
    }

    /// Seconds since 1970 if the wall time is read as UTC.
    package var secondsAsUTC: Double {
        let clock = WallClock(year: year, month: month, day: day, hour: hour, minute: minute, second: 0)
        return clock.map { Double($0.secondsAsUTC) } ?? .nan
    }

    /// `2027-03-11T12:30`: the format of PostgreSQL's `timestamp` and HTML's `datetime-local`.
    package var text: String {
        let year = String(year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year
            + "-\(twoDigits(month))-\(twoDigits(day))T\(clock)"
    }

    /// `12:30`
    package var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

    /// Parses ``text``.
    package init?(text: String) {
        var numbers: [5 of Int] = [0, 0, 0, 0, 0]
        var part = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                numbers[part] = numbers[part] * 10 + Int(byte - UInt8(ascii: "0"))
                guard numbers[part] < 10_000 else { return nil }
            case UInt8(ascii: "-"), UInt8(ascii: "T"), UInt8(ascii: ":"):
                part += 1
                guard part < 5 else { return nil }
            default: return nil
            }
        }
        guard part == 4 else { return nil }
        self.init(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
