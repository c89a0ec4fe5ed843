public import JSON

/// The number of an outing's people who have shared an approximate starting point. The points themselves are
/// never disclosed.
@JSONObject
public struct SharedOriginCount: WireValue {
    public var count: Int
    /// Whether the caller is among them.
    public var isMine: Bool
}

/// The longest travel time of any participant, in ranges that do not reveal a distance. For hosts.
public enum LongestTravelTime: String, CaseIterable, WireValue {
    case under15 = "under_15_min"
    case under30 = "under_30_min"
    case under60 = "under_60_min"
    case over60 = "over_60_min"

    /// Estimates the travel time: the faster of walking and public transport in a city.
    ///
    /// - Parameter metres: The straight-line distance.
    public init(metres: Double) {
        // 1.3 metres of route for each metre of straight line. Walking: 4.8 km/h, which is 80 m/min. Riding:
        // 18 km/h door to door, which is 300 m/min, after ten minutes of walking and waiting.
        let onFoot = metres * 1.3 / 80
        let riding = 10 + metres * 1.3 / 300
        switch min(onFoot, riding) {
        case ..<15: self = .under15
        case ..<30: self = .under30
        case ..<60: self = .under60
        default: self = .over60
        }
    }
}
