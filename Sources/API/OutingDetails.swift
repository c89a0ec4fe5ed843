public import JSON

/// The details of an outing that hosts write. A series gives each of its outings the same.
@JSONObject(flattenable: true)
public struct OutingDetails: WireValue {
    public var note: String? = nil
    /// The number of seats, including the host's; `nil` for no limit.
    public var capacity: Int? = nil
}
