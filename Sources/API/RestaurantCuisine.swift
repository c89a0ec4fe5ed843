public import JSON

/// A cuisine that a search can filter by.
@JSONObject
public struct RestaurantCuisine: WireValue {
    /// The OpenStreetMap value, for the parameter `cuisine`.
    public var id: String
    /// In the caller's language.
    public var name: String
    /// By BCP 47 language tag.
    public var names: [String: String]
}
