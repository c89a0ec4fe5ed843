public import Foundation
public import JSON

/// A restaurant in a list.
@JSONObject
public struct RestaurantSummary: WireValue {
    public var id: RestaurantID
    public var name: String
    /// An OpenStreetMap value: restaurant, cafe, pub, …
    public var kind: String
    /// OpenStreetMap values: pizza, sushi, …
    public var cuisines: [String]
    /// Each diet with its availability: yes, only, limited, no or unknown.
    public var diets: [String: String]
    /// Degrees, WGS 84.
    public var latitude: Double
    public var longitude: Double
    /// The distance in **metres** from the requested point; `nil` if there was none.
    public var distance: Double?
    /// Whether it is open at the requested time; `nil` if there was none.
    public var openAt: OpenStatus? = nil
    /// From 1 (cheap) to 4 (expensive).
    public var price: Int?
    public var rating: Rating?
    /// The property that matched the search text; `nil` without a text.
    public var match: Match?
    /// One line for people that explains why it was found; `nil` if its name does.
    public var reason: String? = nil
    /// How many people of the requested outing it suits; `nil` without an outing, and if too few people have
    /// stated needs.
    public var dietFit: DietFit? = nil
    /// The longest travel time of any participant; for hosts, in a fair search, with at least three starting
    /// points.
    public var longestWay: LongestTravelTime? = nil
    public var source: RestaurantSource
    /// Whether the caller liked it on a visit; `nil` if unknown.
    public var liked: Bool? = nil
    /// The start of the last outing there that the caller attended; `nil` if none is known.
    public var lastVisitedAt: Date? = nil

    /// The rating by visitors.
    @JSONObject
    public struct Rating: WireValue {
        /// The mean, 0 to 5, calculated as if five ratings had been given in advance: each equal to the
        /// source's own rating, or 3.5 without one.
        public var value: Double
        public var count: Int
    }

    /// The property that matched the search text.
    @JSONObject
    public struct Match: WireValue {
        /// name, otherName, transliteration, brand, dish, cuisine, diet, kind or area.
        public var field: String
        public var text: String
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

    /// Writes the members that a restaurant has both in a list and on its own page.
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
        writer.field("lastVisitedAt", ifPresent: lastVisitedAt)
        writer.field("match", ifPresent: match)
        writer.field("reason", ifPresent: reason)
        writer.field("dietFit", ifPresent: dietFit)
        writer.field("longestWay", ifPresent: longestWay)
    }
}
