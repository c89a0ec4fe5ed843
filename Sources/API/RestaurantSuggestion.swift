public import JSON

/// A completion of a partly typed search.
@JSONObject
public struct RestaurantSuggestion: WireValue {
    public enum Kind: String, WireValue {
        /// `id` is the restaurant's id.
        case restaurant
        /// `id` is a value of the parameter `cuisine`.
        case cuisine
        /// `text` is a value of the parameter `q`.
        case dish
    }

    public var kind: Kind
    public var id: String
    /// In the caller's language, or the restaurant's name.
    public var text: String
    /// The word that matched the typed beginning, if it differs from ``text``; for a restaurant, the text
    /// that matched.
    public var detail: String? = nil
    /// The number of restaurants nearby that have it, up to ``mostCounted``; `nil` for a restaurant.
    @JSONMember(omitIfNil: true) public var count: Int? = nil
    /// The distance to a restaurant in **metres**.
    @JSONMember(omitIfNil: true) public var distance: Double? = nil
    /// The source of a restaurant's data.
    @JSONMember(omitIfNil: true) public var source: RestaurantSource? = nil

    /// The limit of counting: a count of this value means at least as many.
    public static let mostCounted = 500
}
