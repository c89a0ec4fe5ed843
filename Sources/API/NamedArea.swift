public import JSON

/// A place on the map that has a name, where a search can begin.
@JSONObject
public struct NamedArea: WireValue {
    public enum Kind: String, CaseIterable, WireValue {
        case town, district, street, address
    }

    public var kind: Kind
    /// The local spelling: `Hämeentie 12`, `Kallio`, `Helsinki`.
    public var name: String
    /// The district and the town, as far as they are known and are not ``name`` itself.
    public var detail: String? = nil
    /// Its middle, as far as known.
    public var location: LiveRestaurant.Location
    /// What the source of the name requires to be shown with it; `nil` for the addresses of restaurants alone.
    @JSONMember(omitIfNil: true) public var attribution: String? = nil
}
