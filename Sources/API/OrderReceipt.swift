public import JSON

/// What each person ordered in one order. Amounts are in minor units of ``currency``.
@JSONObject
public struct OrderReceipt: WireValue {
    public var outing: OutingID
    public var order: GroupOrderID
    public var state: GroupOrder.State
    public var place: String
    /// When the food is due, in the outing's zone.
    public var dueAt: String?
    public var currency: String
    /// The budget for one person.
    public var limitPerHeadMinor: Int?
    /// The people whose dishes the caller may see, by name.
    public var people: [PersonReceipt]
    /// The sum of the known prices of these people.
    public var totalMinor: Int
    /// The number of dishes without a price.
    public var unpriced: Int
}

/// What one person ordered, with their part of shared plates.
@JSONObject
public struct PersonReceipt: WireValue {
    @JSONObject
    public struct Dish: WireValue {
        public var name: String
        public var options: String?
        /// The name of a visitor without an account, for whom the person ordered.
        public var visitor: String?
        public var quantity: Int
        /// The number of people who share it, with this person.
        public var sharers: Int
        /// This person's part; `nil` if the price is not known.
        public var amountMinor: Int?
    }

    public var person: Person
    public var dishes: [Dish]
    public var totalMinor: Int
    /// The part of ``totalMinor`` above the limit.
    public var aboveLimitMinor: Int
}

/// What the people of a series ordered in a period, in the orders that were placed.
@JSONObject
public struct SeriesReceipts: WireValue {
    /// What one person ordered on one date.
    @JSONObject
    public struct Row: WireValue {
        public var date: String
        public var outing: OutingID
        public var place: String
        public var person: Person
        public var currency: String
        public var totalMinor: Int
        /// The part of ``totalMinor`` above the order's limit.
        public var aboveLimitMinor: Int
        /// The number of dishes without a price.
        public var unpriced: Int
    }

    /// The sums of one person in one currency, or of everyone.
    @JSONObject
    public struct Sum: WireValue {
        /// `nil` for everyone.
        public var person: Person?
        public var currency: String
        /// The number of orders.
        public var orders: Int
        public var totalMinor: Int
        public var aboveLimitMinor: Int
    }

    /// The first date, such as `2027-03-01`.
    public var from: String
    public var to: String
    /// By date, and on each date by name.
    public var rows: [Row]
    /// For each currency the sum of each person, and last of everyone.
    public var sums: [Sum]
}
