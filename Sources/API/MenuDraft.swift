public import JSON

/// The draft of a venue's menu.
@JSONObject
public struct MenuDraft: WireValue {
    public var menu: RestaurantMenu
    /// The restaurants that share the menu.
    public var restaurants: [RestaurantID]
    /// The venue's newest version; `nil` if nothing is published.
    public var publishedVersion: Int?
}

/// The result of a publication.
@JSONObject
public struct MenuPublication: WireValue {
    /// The venue's newest version.
    public var version: Int
    /// The number of restaurants with a new version.
    public var restaurants: Int
}
