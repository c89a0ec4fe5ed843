import CivilTime
import Foundation
package import HTTPKit
import NoonishAPI
import OpeningHours

/// The texts of a menu that have a form.
extension ValueParser where Value == String {
    static var languageTag: ValueParser<String> {
        .matching(\.isLanguageTag, "a language such as fi or pt-BR", code: "malformed_language")
    }

    static var menuKey: ValueParser<String> {
        .matching(
            \.isMenuKey, "a key of at most 64 letters, digits, full stops, hyphens and underscores",
            code: "malformed_key")
    }

    static var openingHours: ValueParser<String> {
        .matching(
            { (try? Schedule($0)) != nil }, "hours such as Mo-Fr 11:00-14:00", code: "unreadable_hours",
            longest: ScheduleLimits.maximumBytes)
    }

    package static var day: ValueParser<String> {
        .matching(\.isDay, "a date such as 2027-03-11", code: "malformed_date")
    }

    static var webAddress: ValueParser<String> {
        .matching(
            { $0.wholeMatch(of: /https?:\/\/[^\s]+/) != nil },
            "an address that begins with https:// or http://", code: "malformed_url",
            longest: MenuLimits.url.upperBound)
    }

    private static func matching(
        _ matches: @escaping @Sendable (String) -> Bool, _ expected: String, code: String,
        longest: Int = 100
    ) -> ValueParser<String> {
        .parsed(expected, code: code, longest: longest) { matches($0) ? $0 : nil }
    }
}

extension String {
    /// - Source: RFC 5646, without extensions and private use.
    var isLanguageTag: Bool {
        wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?/) != nil
    }

    var isMenuKey: Bool { wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._\-]{0,63}/) != nil }

    /// Whether the text is a date such as `2027-03-11` that exists.
    var isDay: Bool {
        guard let parts = wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/), let year = Int(parts.1),
            year > 0,
            let month = Int(parts.2), let day = Int(parts.3)
        else { return false }
        let date = CivilDate(year: year, month: month, day: day)
        // A day that does not exist has the number of another.
        return CivilDate(dayNumber: date.dayNumber) == date
    }
}

extension ValueParser where Value == TimeZone {
    static var zone: ValueParser<TimeZone> {
        .parsed(
            "the name of a time zone such as Europe/Helsinki", code: "unknown_time_zone", longest: 64
        ) { TimeZone(identifier: $0) }
    }
}

extension ValueParser where Value == RestaurantID {
    /// Parses one of the restaurants that share the menu.
    static func branch(of branches: Set<RestaurantID>) -> ValueParser<RestaurantID> {
        .parsed("one of the restaurants that share the menu", code: "unknown_branch") { text in
            RestaurantID(text).flatMap { branches.contains($0) ? $0 : nil }
        }
    }
}
