public import JSON

/// A restaurant as an external source describes it right now: shown beside the directory's, never stored.
public struct LiveRestaurant: Hashable, Sendable, JSONCodable {
    /// The source's own id.
    public var id: String
    public var name: String
    /// The page at the source, which must be linked wherever the restaurant is shown.
    public var url: String
    public var imageURL: String?
    /// Degrees, WGS 84; `nil` if the source does not provide it.
    public var location: Location?
    /// The distance in **metres** from the requested point.
    public var distance: Double?
    public var address: String?
    /// In E.164 format.
    public var phone: String?
    /// As the source names them.
    public var categories: [String]
    /// From 1 (cheap) to 4 (expensive).
    public var price: Int?
    /// The rating by the source's own visitors; never combined with ours.
    public var rating: RestaurantSummary.Rating?
    /// Whether it has closed permanently.
    public var hasClosed: Bool
    /// The opening hours, one item for each continuous period; empty if they were not requested from the
    /// source.
    public var hours: [Hours]
    /// The restaurant of the directory that appears to be the same, by name and distance.
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

    /// A weekly opening period in the restaurant's time zone.
    public struct Hours: Hashable, Sendable, JSONCodable {
        /// From 1 (Monday) to 7 (Sunday), as in ISO 8601.
        public var weekday: Int
        /// A local time such as `11:30`.
        public var from: String
        /// A local time such as `23:00`. If it is earlier than ``from``, it is on the next day.
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

/// The response of one external source to a search.
public struct LiveRestaurants: Hashable, Sendable, JSONCodable {
    /// The reason why there are items or none.
    public enum State: String, Hashable, Sendable, JSONCodable {
        case answered
        /// The source did not respond in time, or its response was invalid.
        case unavailable
        /// The request quota for the source is used up, for the day or for the moment.
        case exhausted
    }

    /// The source, whose name and link must be shown with every item.
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
