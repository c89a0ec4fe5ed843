import CivilTime
package import Foundation

/// An instant and the time zone to show it in.
package struct CalendarTime: Hashable, Sendable {
    package let instant: Date
    /// The tzdata identifier of the zone.
    package let zone: String
    let rules: TimeZone

    /// Creates a time. `nil` if the zone does not exist.
    package init?(_ instant: Date, zone: String) {
        guard let rules = TimeZone(identifier: zone) else { return nil }
        self.instant = instant
        self.zone = zone
        self.rules = rules
    }

    /// Returns the time as a content line with the zone as a parameter. In UTC if that is the zone, or for
    /// the second of two equal wall times, which the local form cannot distinguish from the first (RFC 5545
    /// §3.3.5).
    func line(_ name: String) -> ContentLine {
        guard needsZone else { return ContentLine(name, value: Self.utcText(instant)) }
        return ContentLine(name, [("TZID", zone)], value: wall.basicText)
    }

    var needsZone: Bool {
        guard !Self.namesOfUTC.contains(zone) else { return false }
        // The offset a day earlier determines whether an earlier instant has the same wall time.
        let earlier = rules.secondsFromGMT(for: instant - 86_400) - rules.secondsFromGMT(for: instant)
        guard earlier > 0 else { return true }
        let twin = instant - Double(earlier)
        return rules.secondsFromGMT(for: twin) == rules.secondsFromGMT(for: instant)
    }

    private var wall: WallClock {
        WallClock(
            secondsAsUTC: Int(instant.timeIntervalSince1970.rounded(.down))
                + rules.secondsFromGMT(for: instant))
    }

    private static let namesOfUTC: Set<String> = [
        "UTC", "Etc/UTC", "GMT", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "Zulu",
    ]

    /// Returns a time such as `20270311T103000Z`, truncated to the second.
    static func utcText(_ instant: Date) -> String {
        WallClock(secondsAsUTC: Int(instant.timeIntervalSince1970.rounded(.down))).basicText + "Z"
    }

    /// Parses the format of ``utcText(_:)``.
    static func utc(_ text: String) -> Date? {
        guard text.hasSuffix("Z"), let wall = WallClock(basicText: text.dropLast()) else { return nil }
        return Date(timeIntervalSince1970: Double(wall.secondsAsUTC))
    }
}
