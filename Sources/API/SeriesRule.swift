public import JSON

/// The recurrence rule of a series: the part of RFC 5545's RRULE that people express in a sentence.
public struct SeriesRule: Hashable, Sendable, JSONCodable {
    public enum Frequency: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case weekly, monthly
    }

    /// RFC 5545's abbreviations in lower case, Monday first.
    public enum Weekday: String, Hashable, Sendable, CaseIterable, JSONCodable {
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

    public init(
        frequency: Frequency, interval: Int, weekdays: [Weekday], week: Int?, startsOn: String,
        endsOn: String?,
        count: Int?
    ) {
        self.frequency = frequency
        self.interval = interval
        self.weekdays = weekdays
        self.week = week
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.count = count
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("frequency", frequency)
            $0.field("interval", interval)
            $0.field("weekdays", weekdays)
            $0.field("week", week)
            $0.field("startsOn", startsOn)
            $0.field("endsOn", endsOn)
            $0.field("count", count)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            frequency: read("frequency"), interval: read("interval"), weekdays: read("weekdays"),
            week: read.optional("week"), startsOn: read("startsOn"), endsOn: read.optional("endsOn"),
            count: read.optional("count"))
    }
}
