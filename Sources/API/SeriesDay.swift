public import JSON

/// One date of a series and its state.
@JSONObject
public struct SeriesDay: WireValue {
    public enum State: String, CaseIterable, WireValue {
        /// The outing will be created closer to the date.
        case planned
        case made
        case skipped
        /// The outing was cancelled individually.
        case cancelled
    }

    public enum Reason: String, CaseIterable, WireValue {
        case host, holiday
        /// The rule was changed and no longer includes the date.
        case rule
    }

    /// The date of the rule, even if the outing takes place on another one.
    public var date: String
    public var startsAt: String?
    public var state: State
    /// The reason why it is skipped.
    public var reason: Reason?
    public var outing: OutingID?
    /// Whether the outing differs from the series' values.
    public var differs: Bool
}

/// An outing's place in its series.
@JSONObject
public struct OutingSeriesDate: WireValue {
    public var id: SeriesID
    /// The date of the rule that the outing was created for, even if it takes place on another one.
    public var date: String
}
