public import JSON

/// A place as a source outside of the directory has it at this moment: shown beside ours, kept nowhere.
public struct LiveRestaurant: Hashable, Sendable, JSONCodable {
    /// The source's own id.
    public var id: String
    public var name: String
    /// Its page at the source, which must be linked wherever it is shown.
    public var url: String
    public var imageURL: String?
    /// Degrees, WGS 84; nil if the source does not say.
    public var location: Location?
    /// **Metres** from the point that was asked about.
    public var distance: Double?
    public var address: String?
    /// E.164.
    public var phone: String?
    /// In the source's words.
    public var categories: [String]
    /// 1 cheap to 4 expensive.
    public var price: Int?
    /// What the source's own visitors say; never mixed with ours.
    public var rating: RestaurantSummary.Rating?
    /// Given up for good.
    public var hasClosed: Bool
    /// When it is open, a line for each stretch; empty where the source was not asked.
    public var hours: [Hours]
    /// The restaurant of ours that it seems to be, by name and distance.
    public var restaurantID: RestaurantID?

    public init(
        id: String, name: String, url: String, imageURL: String? = nil, location: Location? = nil,
        distance: Double? = nil, address: String? = nil, phone: String? = nil, categories: [String] = [],
        price: Int? = nil, rating: RestaurantSummary.Rating? = nil, hasClosed: Bool = false,
        hours: [Hours] = [], restaurantID: RestaurantID? = nil
    ) {
        self.id = id
        self.name = name
        self.url = url
        self.imageURL = imageURL
        self.location = location
        self.distance = distance
        self.address = address
        self.phone = phone
        self.categories = categories
        self.price = price
        self.rating = rating
        self.hasClosed = hasClosed
        self.hours = hours
        self.restaurantID = restaurantID
    }

    public struct Location: Hashable, Sendable, JSONCodable {
        public var latitude: Double
        public var longitude: Double

        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("latitude", latitude)
                $0.field("longitude", longitude)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(latitude: read("latitude"), longitude: read("longitude"))
        }
    }

    /// A stretch of a week in which it is open, in its own time zone.
    public struct Hours: Hashable, Sendable, JSONCodable {
        /// 1 Monday to 7 Sunday, as in ISO 8601.
        public var weekday: Int
        /// `11:30`.
        public var from: String
        /// `23:00`; earlier than ``from`` if it is of the next day.
        public var to: String

        public init(weekday: Int, from: String, to: String) {
            self.weekday = weekday
            self.from = from
            self.to = to
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("weekday", weekday)
                $0.field("from", from)
                $0.field("to", to)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(weekday: read("weekday"), from: read("from"), to: read("to"))
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("url", url)
            $0.field("imageUrl", imageURL)
            $0.field("location", location)
            $0.field("distance", distance)
            $0.field("address", address)
            $0.field("phone", phone)
            $0.field("categories", categories)
            $0.field("price", price)
            $0.field("rating", rating)
            $0.field("closed", hasClosed)
            $0.field("hours", hours)
            $0.field("restaurantId", restaurantID)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), name: read("name"), url: read("url"), imageURL: read.optional("imageUrl"),
            location: read.optional("location"), distance: read.optional("distance"),
            address: read.optional("address"), phone: read.optional("phone"), categories: read("categories"),
            price: read.optional("price"), rating: read.optional("rating"), hasClosed: read("closed"),
            hours: read("hours"), restaurantID: read.optional("restaurantId"))
    }
}

/// What one source outside of the directory answers to a search.
public struct LiveRestaurants: Hashable, Sendable, JSONCodable {
    /// Why there are items, or none.
    public enum State: String, Hashable, Sendable, JSONCodable {
        case answered
        /// It did not answer in time, or not as agreed.
        case unavailable
        /// As much as may be asked of it today, or just now, has been asked.
        case exhausted
    }

    /// Whose data it is; its name and link are shown with every item.
    public var source: RestaurantSource
    public var state: State
    public var items: [LiveRestaurant]

    public init(source: RestaurantSource, state: State, items: [LiveRestaurant] = []) {
        self.source = source
        self.state = state
        self.items = items
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("source", source)
            $0.field("state", state)
            $0.field("items", items)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(source: read("source"), state: read("state"), items: read("items"))
    }
}
