package import Foundation

/// An instant, and the zone whose clocks tell it.
package struct CalendarTime: Hashable, Sendable {
    package let instant: Date
    /// Name of tzdata.
    package let zone: String
    let rules: TimeZone

    /// - Returns: Nil for a zone that does not exist.
    package init?(_ instant: Date, zone: String) {
        guard let rules = TimeZone(identifier: zone) else { return nil }
        self.instant = instant
        self.zone = zone
        self.rules = rules
    }

    /// As `name`, with the zone as a parameter; in UTC where that is the zone, and for the second of two equal wall times,
    /// which no local form can tell from the first (RFC 5545 §3.3.5).
    func line(_ name: String) -> ContentLine {
        guard needsZone else { return ContentLine(name, value: Self.utcText(instant)) }
        return ContentLine(name, [("TZID", zone)], value: wall.basicText)
    }

    var needsZone: Bool {
        guard !Self.namesOfUTC.contains(zone) else { return false }
        // The offset a day ago tells whether an earlier instant reads alike.
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

    /// `20270311T103000Z`, cut to the second.
    static func utcText(_ instant: Date) -> String {
        WallClock(secondsAsUTC: Int(instant.timeIntervalSince1970.rounded(.down))).basicText + "Z"
    }

    /// Reads ``utcText(_:)``.
    static func utc(_ text: String) -> Date? {
        guard text.hasSuffix("Z"), let wall = WallClock(basicText: text.dropLast()) else { return nil }
        return Date(timeIntervalSince1970: Double(wall.secondsAsUTC))
    }
}
