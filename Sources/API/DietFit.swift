public import JSON

/// How many of an outing's people a restaurant suits, by the dietary needs they have stated: numbers only,
/// and only if three or more have stated needs.
@JSONObject
public struct DietFit: WireValue {
    /// The number of people whom it suits.
    public var fits: Int
    /// The number of people with needs.
    public var of: Int
    /// The number of people for whom it is unknown: the restaurant's data do not say, or it has only a few
    /// dishes.
    public var unknown: Int

    /// The number of people for whom the restaurant has nothing.
    public var misfits: Int { of - fits - unknown }
}

/// A warning to hosts that the chosen restaurant has nothing for at least one person, with better ones
/// nearby.
@JSONObject
public struct DietWarning: WireValue {
    public var dietFit: DietFit
    /// The best first; empty if none are known.
    public var better: [Place]

    /// A restaurant near the chosen one.
    @JSONObject
    public struct Place: WireValue {
        public var id: RestaurantID
        public var name: String
        /// The distance from the chosen one in **metres**.
        public var distance: Double
        public var dietFit: DietFit
    }
}

/// All attendees of an outing after an invitation, with a warning for the host.
@JSONObject
public struct InvitationResult: Sendable, JSONCodable {
    public var items: [Attendance]
    /// There is one page only.
    public let next: String? = nil
    public var dietWarning: DietWarning?
}

/// How many people of an outing have which dietary need, for a caterer.
@JSONObject
public struct DietCounts: WireValue {
    /// The seats of the people who attend.
    public var seats: Int
    /// The most frequent first; empty if fewer than three people have stated needs. A person with several needs
    /// counts in each.
    public var needs: [Need]

    @JSONObject
    public struct Need: WireValue {
        /// The raw value of a ``PersonalDiet``, or `allergy`.
        public var need: String
        public var people: Int
    }
}
