import Foundation

/// The components of a date or time to show; the locale determines their order and punctuation.
///
/// - Source: Unicode TS 35, part 4, "Date Field Symbol Table"; `E` or `EEEE`, `d`, `MMM` or `MMMM`, `y`,
///   `jm`.
struct DateTimeStyle: Hashable, Sendable {
    enum Width: Hashable, Sendable {
        case short, wide
    }

    private(set) var weekday: Width?
    private(set) var day = false
    private(set) var month: Width?
    private(set) var year = false
    private(set) var clock = false

    /// Parses a skeleton; `nil` if it is not supported.
    init?(skeleton: some StringProtocol) {
        var rest = Substring(skeleton)
        while let field = rest.first {
            let run = rest.prefix { $0 == field }
            rest = rest.dropFirst(run.count)
            switch run {
            case "E": weekday = .short
            case "EEEE": weekday = .wide
            case "d": day = true
            case "MMM": month = .short
            case "MMMM": month = .wide
            case "y": year = true
            case "j" where rest.first == "m":
                rest = rest.dropFirst()
                clock = true
            default: return nil
            }
        }
        guard weekday != nil || day || month != nil || year || clock else { return nil }
    }

    /// Formats a date. English has no comma between a weekday and a day, because CLDR has one only in some of its
    /// regions and with some fields: "Thursday 11 March 2027", but "Thursday, March 11, 2027".
    func text(_ moment: Date, in zone: TimeZone, locale: Locale) -> String {
        var style = Date.FormatStyle(
            locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone)
        if let weekday { style = style.weekday(weekday == .wide ? .wide : .abbreviated) }
        if day { style = style.day() }
        if let month { style = style.month(month == .wide ? .wide : .abbreviated) }
        if year { style = style.year() }
        if clock { style = style.hour().minute() }
        let text = moment.formatted(style)
        guard weekday != nil, locale.language.languageCode == .english else { return text }
        return text.replacing(/^(\w+), (?=\d)/) { "\($0.1) " }
    }
}
