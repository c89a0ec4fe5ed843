public import Foundation
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

/// An order that holds portions of an item.
@JSONObject
public struct StockHolder: WireValue {
    public var order: GroupOrderID
    /// The number on the venue's board; `nil` before the order is placed.
    public var number: Int?
    public var state: GroupOrder.State
    /// The portions that it holds.
    public var held: Int
}

/// A change of the portions of an item.
@JSONObject
public struct StockMoveEntry: WireValue {
    public var id: UUID
    /// The key of the item on the menu.
    public var item: String
    /// A date such as `2027-03-11`; `nil` for portions of every day.
    public var day: String?
    /// `count`, `receipt`, `waste`, `correction` and `stop` by people; `hold`, `release` and `sale` by orders. Clients show
    /// unknown kinds in general words.
    public var kind: String
    /// Portions; of a count, the difference to what was expected.
    public var quantity: Int
    /// The portions that were counted; `nil` for other kinds.
    public var found: Int?
    /// The number of the order on the venue's board; `nil` if it has none.
    public var number: Int?
    /// `nil` for moves by orders, and once the person is deleted.
    public var actor: Person?
    public var note: String?
    public var at: Date
}
