public import JSON

/// The recurrence rule of a series: the part of RFC 5545's RRULE that people express in a sentence.
@JSONObject
public struct SeriesRule: WireValue {
    public enum Frequency: String, CaseIterable, WireValue {
        case weekly, monthly
    }

    /// RFC 5545's abbreviations in lower case, Monday first.
    public enum Weekday: String, CaseIterable, WireValue {
        case monday = "mo"
        case tuesday = "tu"
        case wednesday = "we"
        case thursday = "th"
        case friday = "fr"
        case saturday = "sa"
        case sunday = "su"
    }

    public var frequency: Frequency
    /// The number of weeks or months between occurrences.
    public var interval: Int
    public var weekdays: [Weekday]
    /// The week of the month, from 1; -1 for the last. `nil` in a weekly rule.
    public var week: Int?
    /// The first possible date, such as `2027-03-11`.
    public var startsOn: String
    /// The last possible date.
    public var endsOn: String?
    public var count: Int?
}
