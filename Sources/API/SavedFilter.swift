public import JSON

/// A filter of customers or sales that the owners of a venue have saved.
@JSONObject
public struct SavedFilter: Sendable, JSONCodable {
    /// What a filter finds.
    public enum Kind: String, CaseIterable, WireValue {
        case customers, sales
    }

    public var id: SavedFilterID
    public var name: String
    public var kind: Kind
    /// The condition, a tree that docs/records.md describes.
    @JSONMember("where") public var condition: JSONValue
    /// What a run has to state.
    public var parameters: [FilterParameter]
}

/// A parameter of a saved filter. Its type is that of the fields that it is compared with.
@JSONObject
public struct FilterParameter: WireValue {
    public enum ValueType: String, CaseIterable, WireValue {
        case text, number, boolean
        /// Such as `2027-03-11`.
        case date
        /// ``Sale/Source``.
        case source
    }

    public var name: String
    public var type: ValueType
}
