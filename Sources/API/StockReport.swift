public import JSON

/// What a venue should have of the items that it counts, and what it has. Amounts are in minor units of ``currency``.
@JSONObject
public struct StockReport: WireValue {
    /// The first and the last business day.
    public var from: String
    public var to: String
    /// That of the menu; `nil` without one.
    public var currency: String?
    public var rows: [StockReportRow]
    /// The differences of all rows at the prices of the menu.
    public var differenceMinor: Int
}

/// The portions of an item in a period: those for every day, or those of single days.
@JSONObject
public struct StockReportRow: WireValue {
    /// The key of the item on the menu.
    public var item: String
    /// `nil` for an item that is not on the menu any more.
    public var name: String?
    /// Whether the portions are for every day. Those of single days end with their day.
    public var everyDay: Bool
    /// Portions at the start of the period, with those that there were when the counting began.
    public var opening: Int
    public var received: Int
    /// Corrections, and portions that came back from a voided sale.
    public var corrected: Int
    public var sold: Int
    public var wasted: Int
    /// What should be there at the end, those of orders included.
    public var expected: Int
    /// What is there at the end by the counts of the period; `nil` if it had none.
    public var counted: Int?
    /// The sum of what the counts found above or below what was expected.
    public var difference: Int
    /// The lowest price of the item on the menu; `nil` if it is not on the menu any more.
    public var priceMinor: Int?
    /// The difference at that price.
    public var differenceMinor: Int?
}
