public import JSON

/// A restaurant in a list.
public struct RestaurantSummary: Hashable, Sendable, JSONCodable {
    public var id: RestaurantID
    public var name: String
    /// In OpenStreetMap's words: restaurant, cafe, pub, …
    public var kind: String
    /// In OpenStreetMap's words: pizza, sushi, …
    public var cuisines: [String]
    /// Every diet with what is offered: yes, only, limited, no or unknown.
    public var diets: [String: String]
    /// Degrees, WGS 84.
    public var latitude: Double
    public var longitude: Double
    /// **Metres** from the point that was asked about; nil where none was.
    public var distance: Double?
    /// Whether it is open at the time that was asked about; nil where none was.
    public var openAt: OpenThen?
    /// 1 cheap to 4 expensive.
    public var price: Int?
    public var rating: Rating?
    /// Why a text found it; nil without a text.
    public var match: Match?
    /// Why it is here, in a line for people; nil where its name says it.
    public var reason: String?
    /// For how many people of the outing it works that the search was for; nil without one, and where too few have said
    /// what they need.
    public var dietFit: DietFit?
    /// How long the way is for whoever has it farthest; for hosts, in a fair search, from three people on.
    public var longestWay: LongestWay?
    public var source: RestaurantSource
    /// Whether the reader liked it when they were there; nil where nobody knows.
    public var liked: Bool?

    public init(
        id: RestaurantID, name: String, kind: String, cuisines: [String], diets: [String: String],
        latitude: Double, longitude: Double, distance: Double?, openAt: OpenThen? = nil, price: Int?,
        rating: Rating?, match: Match?, reason: String? = nil, source: RestaurantSource
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.cuisines = cuisines
        self.diets = diets
        self.latitude = latitude
        self.longitude = longitude
        self.distance = distance
        self.openAt = openAt
        self.price = price
        self.rating = rating
        self.match = match
        self.reason = reason
        self.source = source
    }

    /// What people who have been there say.
    public struct Rating: Hashable, Sendable, JSONCodable {
        /// The mean, 0 to 5, as if five people had given 3.5 before anybody came.
        public var value: Double
        public var count: Int

        public init(value: Double, count: Int) {
            self.value = value
            self.count = count
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("value", value)
                $0.field("count", count)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(value: read("value"), count: read("count"))
        }
    }

    /// What of it met the text.
    public struct Match: Hashable, Sendable, JSONCodable {
        /// name, otherName, transliteration, brand, dish, cuisine, diet, kind or area.
        public var field: String
        public var text: String

        public init(field: String, text: String) {
            self.field = field
            self.text = text
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("field", field)
                $0.field("text", text)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(field: read("field"), text: read("text"))
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            encodeMembers(to: &$0)
            $0.field("source", source)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        var members = RestaurantSummaryMembers()
        try reader.object(Self.names) { (reader, name) throws(JSONFault) in
            try members.read(name, from: &reader)
        }
        self = try members.summary(reader)
    }

    private static let names = JSONNames(RestaurantSummaryMembers.Name.self)

    /// What a list and the restaurant's own page have in common.
    func encodeMembers(to writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("name", name)
        writer.field("kind", kind)
        writer.field("cuisines", cuisines)
        writer.field("diets", diets)
        writer.object("location") {
            $0.field("latitude", latitude)
            $0.field("longitude", longitude)
        }
        writer.field("distance", distance)
        writer.field("openAt", openAt)
        writer.field("price", price)
        writer.field("rating", rating)
        writer.field("liked", ifPresent: liked)
        writer.field("match", ifPresent: match)
        writer.field("reason", ifPresent: reason)
        writer.field("dietFit", ifPresent: dietFit)
        writer.field("longestWay", ifPresent: longestWay)
    }
}
