import Foundation
package import Localization

/// Formats wall times in a reader's language.
package struct TimeFormatting: Sendable {
    package let language: Language

    package init(_ language: Language) { self.language = language }

    /// Returns, for example, "Thursday 11 March, 12:30".
    package func moment(_ time: WallTime, withYear: Bool) -> String {
        let day = language.say(withYear ? "time.dayWithYear" : "time.day", ["when": .wall(time)])
        return language.say("time.moment", ["day": .words(day), "clock": .words(clock(time))])
    }

    package func clock(_ time: WallTime) -> String { language.say("time.clock", ["when": .wall(time)]) }

    /// Returns a range of times.
    ///
    /// - Parameter isOneDay: Whether `to` is only a clock time.
    package func range(_ from: String, _ to: String, isOneDay: Bool) -> String {
        language.say(isOneDay ? "time.range" : "time.rangeOfDays", ["from": .words(from), "to": .words(to)])
    }

    package func inZone(_ text: String, _ zone: String) -> String {
        let city = TimeZone(identifier: zone).map { language.city(of: $0) } ?? zone
        return language.say("time.inZone", ["time": .words(text), "city": .words(city)])
    }

    /// Returns a time together with the same time in the reader's zone.
    package func withReaderTime(_ text: String, _ yours: String) -> String {
        language.say("time.withYours", ["time": .words(text), "yours": .words(yours)])
    }
}

extension MessageValue {
    fileprivate static func wall(_ time: WallTime) -> MessageValue {
        .moment(Date(timeIntervalSince1970: time.secondsAsUTC), .gmt)
    }
}

extension WallTime {
    package func isSameDay(as other: WallTime) -> Bool {
        (year, month, day) == (other.year, other.month, other.day)
    }
}
