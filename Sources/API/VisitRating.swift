public import Foundation
public import JSON

/// A person's rating of the restaurant of an outing, visible to them only.
public struct VisitRating: Hashable, Sendable {
    public var outing: OutingID
    public var restaurant: RestaurantID
    /// 1 to 5.
    public var stars: Int
    /// A private note.
    public var words: String?
    public var updatedAt: Date

    public init(outing: OutingID, restaurant: RestaurantID, stars: Int, words: String?, updatedAt: Date) {
        self.outing = outing
        self.restaurant = restaurant
        self.stars = stars
        self.words = words
        self.updatedAt = updatedAt
    }
}

extension VisitRating: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("outing", outing)
            $0.field("restaurant", restaurant)
            $0.field("stars", stars)
            $0.field("words", words)
            $0.field("updatedAt", updatedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            outing: read("outing"), restaurant: read("restaurant"), stars: read("stars"),
            words: read.optional("words"), updatedAt: read("updatedAt"))
    }
}

/// Whether the caller can rate an outing, and their rating so far.
public struct VisitRatingState: Hashable, Sendable, JSONCodable {
    /// Whether the caller attended, and the outing ended recently enough to be rated.
    public var open: Bool
    public var rating: VisitRating?

    public init(open: Bool, rating: VisitRating?) {
        self.open = open
        self.rating = rating
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("open", open)
            $0.field("rating", rating)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(open: read("open"), rating: read.optional("rating"))
    }
}
