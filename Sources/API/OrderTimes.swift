public import JSON

/// How long a venue took for its orders, on the days of a period.
@JSONObject
public struct OrderTimes: WireValue {
    /// The first and the last business day.
    public var from: String
    public var to: String
    /// The days with an order, in their order.
    public var days: [OrderTimesRow]
    public var total: OrderTimesRow
}

/// Times of the orders of a day or of all days. They are `nil` if no order has them.
@JSONObject
public struct OrderTimesRow: WireValue {
    /// `nil` in the total.
    public var day: String?
    /// Orders that got a number on the board and were not cancelled.
    public var orders: Int
    /// From placing to accepting, in seconds: half of the orders took at most that long.
    public var answerSeconds: Int?
    /// From accepting to ready, in seconds: half of the orders, and nine in ten, took at most that long.
    public var readySeconds: Int?
    public var slowReadySeconds: Int?
    /// Orders with a promised time that were ready, and those of them that were ready at that time.
    public var promised: Int
    public var onTime: Int
}
