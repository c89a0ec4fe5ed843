public import JSON

extension Subjects {
    public enum Offer {}
}

public typealias OfferID = ID<Subjects.Offer>

/// A restaurant's offer on certain days. All times are local to the restaurant.
public struct Offer: Hashable, Sendable {
    public var id: OfferID
    public var restaurant: RestaurantID
    public var title: String
    /// Further information.
    public var words: String?
    public var link: String?
    /// The first and last dates, such as `2027-03-11`; `nil` if that side is open-ended.
    public var firstDay: String?
    public var lastDay: String?
    /// From 1 (Monday) to 7 (Sunday).
    public var weekdays: [Int]
    /// `nil` for all day.
    public var hours: Hours?
    /// The tzdata name of the time zone.
    public var timeZone: String
    /// The source of the offer.
    public var source: String

    /// Local times such as `11:00` to `14:00`. If the end is not after the start, it is on the next day.
    public struct Hours: Hashable, Sendable, JSONCodable {
        public var from: String
        public var until: String

        public init(from: String, until: String) {
            self.from = from
            self.until = until
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("from", from)
                $0.field("until", until)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(from: read("from"), until: read("until"))
        }
    }

    public init(
        id: OfferID, restaurant: RestaurantID, title: String, words: String?, link: String?,
        firstDay: String?, lastDay: String?, weekdays: [Int], hours: Hours?, timeZone: String, source: String
    ) {
        self.id = id
        self.restaurant = restaurant
        self.title = title
        self.words = words
        self.link = link
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.weekdays = weekdays
        self.hours = hours
        self.timeZone = timeZone
        self.source = source
    }
}

extension Offer: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("restaurant", restaurant)
            $0.field("title", title)
            $0.field("words", words)
            $0.field("link", link)
            $0.field("firstDay", firstDay)
            $0.field("lastDay", lastDay)
            $0.field("weekdays", weekdays)
            $0.field("hours", hours)
            $0.field("timeZone", timeZone)
            $0.field("source", source)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), restaurant: read("restaurant"), title: read("title"),
            words: read.optional("words"),
            link: read.optional("link"), firstDay: read.optional("firstDay"),
            lastDay: read.optional("lastDay"),
            weekdays: read("weekdays"), hours: read.optional("hours"), timeZone: read("timeZone"),
            source: read("source"))
    }
}
