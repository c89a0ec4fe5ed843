public import JSON

/// The portions of an item that a venue counts.
@JSONObject
public struct StockLevel: WireValue {
    /// The key of the item on the menu.
    public var item: String
    /// A date such as `2027-03-11`; `nil` for every day.
    public var day: String?
    /// All portions that there have been.
    public var counted: Int
    /// Portions that are promised to orders.
    public var held: Int
    /// Portions that were handed over.
    public var sold: Int
    /// What can still be ordered.
    public var left: Int
    /// Whether orders are limited to them.
    public var tracked: Bool
}
