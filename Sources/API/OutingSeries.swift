public import Foundation
public import JSON

/// Outings that come again by a rule, and what each of them begins with.
public struct OutingSeries: Hashable, Sendable, JSONEncodable {
    public var id: SeriesID
    public var version: Int
    public var title: String
    public var note: String?
    public var restaurantId: RestaurantID?
    /// A restaurant's name, or a place in words.
    public var place: String?
    public var capacity: Int?
    /// On a clock in ``timeZone``: `12:30`.
    public var startTime: String
    public var durationMinutes: Int?
    public var timeZone: String
    /// Minutes before the start by which answers are due.
    public var answersDueMinutes: Int?
    /// Country whose public holidays are skipped, ISO 3166-1.
    public var skipHolidays: String?
    public var rule: SeriesRule
    public var host: Person
    /// Who is asked to every one of them, beside the host.
    public var people: [SeriesPerson]
    public var mine: SeriesStanding?
    /// Nil while it goes on.
    public var endedAt: Date?
    /// What comes, the next first.
    public var dates: [SeriesDay]
    public var createdAt: Date

    public init(
        id: SeriesID, version: Int, title: String, note: String?, restaurantId: RestaurantID?, place: String?,
        capacity: Int?, startTime: String, durationMinutes: Int?, timeZone: String, answersDueMinutes: Int?,
        skipHolidays: String?, rule: SeriesRule, host: Person, people: [SeriesPerson], mine: SeriesStanding?,
        endedAt: Date?, dates: [SeriesDay], createdAt: Date
    ) {
        self.id = id
        self.version = version
        self.title = title
        self.note = note
        self.restaurantId = restaurantId
        self.place = place
        self.capacity = capacity
        self.startTime = startTime
        self.durationMinutes = durationMinutes
        self.timeZone = timeZone
        self.answersDueMinutes = answersDueMinutes
        self.skipHolidays = skipHolidays
        self.rule = rule
        self.host = host
        self.people = people
        self.mine = mine
        self.endedAt = endedAt
        self.dates = dates
        self.createdAt = createdAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("version", version)
            $0.field("title", title)
            $0.field("note", note)
            $0.field("restaurantId", restaurantId)
            $0.field("place", place)
            $0.field("capacity", capacity)
            $0.field("startTime", startTime)
            $0.field("durationMinutes", durationMinutes)
            $0.field("timeZone", timeZone)
            $0.field("answersDueMinutes", answersDueMinutes)
            $0.field("skipHolidays", skipHolidays)
            $0.field("rule", rule)
            $0.field("host", host)
            $0.field("people", people)
            $0.field("mine", mine)
            $0.field("endedAt", endedAt)
            $0.field("dates", dates)
            $0.field("createdAt", createdAt)
        }
    }
}

/// Series of somebody, and what a new one can have.
public struct SeriesList: Hashable, Sendable, JSONEncodable {
    public var items: [OutingSeries]
    /// Countries whose public holidays are known, ISO 3166-1.
    public var holidayCountries: [String]

    public init(items: [OutingSeries], holidayCountries: [String]) {
        self.items = items
        self.holidayCountries = holidayCountries
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", String?.none)
            $0.field("holidayCountries", holidayCountries)
        }
    }
}

/// When a series comes: the part of RFC 5545's RRULE that people say in a sentence.
public struct SeriesRule: Hashable, Sendable, JSONEncodable {
    public enum Frequency: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case weekly, monthly
    }

    /// As RFC 5545 has them, in lower case; Monday first.
    public enum Weekday: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case monday = "mo"
        case tuesday = "tu"
        case wednesday = "we"
        case thursday = "th"
        case friday = "fr"
        case saturday = "sa"
        case sunday = "su"
    }

    public var frequency: Frequency
    /// Every so many weeks or months.
    public var interval: Int
    public var weekdays: [Weekday]
    /// Which of a month, from 1 on; -1: the last. Nil in a weekly rule.
    public var week: Int?
    /// `2027-03-11`: nothing comes before it.
    public var startsOn: String
    /// The last day on which one may be.
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
}

/// What somebody says to all outings of a series.
public struct SeriesStanding: Hashable, Sendable, JSONEncodable {
    /// They come to all, and are asked to none; false: they are asked each time.
    public var comes: Bool
    public var partySize: Int

    public init(comes: Bool, partySize: Int) {
        self.comes = comes
        self.partySize = partySize
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("comes", comes)
            $0.field("partySize", partySize)
        }
    }
}

/// Somebody who is asked to every outing of a series.
public struct SeriesPerson: Hashable, Sendable, JSONEncodable {
    public var person: Person
    public var standing: SeriesStanding

    public init(person: Person, standing: SeriesStanding) {
        self.person = person
        self.standing = standing
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("person", person)
            $0.field("comes", standing.comes)
            $0.field("partySize", standing.partySize)
        }
    }
}

/// One date of a series, and what becomes of it.
public struct SeriesDay: Hashable, Sendable, JSONEncodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        /// Its outing is made when it is nearer.
        case planned
        case made
        case skipped
        /// Its outing was cancelled by itself.
        case cancelled
    }

    public enum Reason: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case host, holiday
        /// The rule was changed, and has it no more.
        case rule
    }

    /// The date of the rule, whenever its outing takes place.
    public var date: String
    public var startsAt: String?
    public var state: State
    /// Why it is skipped.
    public var reason: Reason?
    public var outing: OutingID?
    /// Whether its outing is another than the series says.
    public var differs: Bool

    public init(
        date: String, startsAt: String?, state: State, reason: Reason?, outing: OutingID?, differs: Bool
    ) {
        self.date = date
        self.startsAt = startsAt
        self.state = state
        self.reason = reason
        self.outing = outing
        self.differs = differs
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("date", date)
            $0.field("startsAt", startsAt)
            $0.field("state", state)
            $0.field("reason", reason)
            $0.field("outing", outing)
            $0.field("differs", differs)
        }
    }
}

/// Where an outing stands in its series.
public struct OutingSeriesDate: Hashable, Sendable, JSONCodable {
    public var id: SeriesID
    /// The date of the rule that it was made for, whenever it takes place.
    public var date: String

    public init(id: SeriesID, date: String) {
        self.id = id
        self.date = date
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("date", date)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(id: read("id"), date: read("date"))
    }
}
