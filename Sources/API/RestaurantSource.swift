public import JSON

/// A source of restaurant data, with the attribution that must be shown wherever its data are.
@JSONObject(flattenable: true)
public struct RestaurantSource: WireValue {
    public var id: String
    public var name: String
    public var licence: String
    public var attribution: String
    /// The licence, or the page that names the contributors.
    public var url: String
}

/// An entry in the list of all sources.
@JSONObject
public struct ListedSource: WireValue {
    @JSONMember(flattened: true) public var source: RestaurantSource
    /// Whether the source is queried during searches and its data are never stored.
    public var isLive: Bool
}
