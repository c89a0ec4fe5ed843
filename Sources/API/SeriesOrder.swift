public import JSON

/// The order that each date of a series opens by itself.
@JSONObject
public struct SeriesOrder: WireValue {
    /// The number of minutes before the start when picks end.
    public var closesBefore: Int
    public var currency: String
    public var fulfilment: GroupOrder.Fulfilment
    public var address: String?
    public var note: String?
    /// The budget for one person and date, in minor units of ``currency``.
    public var limitPerHeadMinor: Int?
    /// Whether invitees see who ordered what.
    public var linesVisible: Bool
    /// Whether the members who come run the orders in turn; otherwise the host does.
    public var rotates: Bool
}

/// Whether the dates of a series open an order, and whether the caller's dishes are ordered again.
@JSONObject
public struct SeriesOrderSettings: WireValue {
    /// `nil` if people open orders themselves.
    public var order: SeriesOrder?
    /// Whether the caller's dishes of the last time are ordered when an order opens.
    public var repeats: Bool
}
