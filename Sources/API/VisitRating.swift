public import Foundation
public import JSON

/// A person's rating of the restaurant of an outing, visible to them only.
@JSONObject
public struct VisitRating: WireValue {
    public var outing: OutingID
    public var restaurant: RestaurantID
    /// 1 to 5.
    public var stars: Int
    /// A private note.
    public var words: String?
    public var updatedAt: Date
}

/// Whether the caller can rate an outing, and their rating so far.
@JSONObject
public struct VisitRatingState: WireValue {
    /// Whether the caller attended, and the outing ended recently enough to be rated.
    public var open: Bool
    public var rating: VisitRating?
}
