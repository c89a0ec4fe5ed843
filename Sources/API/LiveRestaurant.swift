public import JSON

/// A restaurant as an external source describes it right now: shown beside the directory's, never stored.
@JSONObject
public struct LiveRestaurant: WireValue {
    /// The source's own id.
    public var id: String
    public var name: String
    /// The page at the source, which must be linked wherever the restaurant is shown.
    public var url: String
    @JSONMember("imageUrl") public var imageURL: String? = nil
    /// Degrees, WGS 84; `nil` if the source does not provide it.
    public var location: Location? = nil
    /// The distance in **metres** from the requested point.
    public var distance: Double? = nil
    public var address: String? = nil
    /// In E.164 format.
    public var phone: String? = nil
    /// The source's own names.
    public var categories: [String] = []
    /// From 1 (cheap) to 4 (expensive).
    public var price: Int? = nil
    /// The rating by the source's own visitors; never combined with ours.
    public var rating: RestaurantSummary.Rating? = nil
    /// Whether it has closed permanently.
    @JSONMember("closed") public var hasClosed: Bool = false
    /// The opening hours, one item for each continuous period; empty if they were not requested from the
    /// source.
    public var hours: [Hours] = []
    /// The restaurant of the directory that appears to be the same, by name and distance.
    @JSONMember("restaurantId") public var restaurantID: RestaurantID? = nil

    @JSONObject
    public struct Location: WireValue {
        /// Degrees, WGS 84.
        public var latitude: Double
        public var longitude: Double
    }

    /// A weekly opening period in the restaurant's time zone.
    @JSONObject
    public struct Hours: WireValue {
        /// From 1 (Monday) to 7 (Sunday), as in ISO 8601.
        public var weekday: Int
        /// A local time such as `11:30`.
        public var from: String
        /// A local time such as `23:00`. If it is earlier than ``from``, it is on the next day.
        public var to: String
    }
}

/// The response of one external source to a search.
@JSONObject
public struct LiveRestaurants: WireValue {
    /// The reason why there are items or none.
    public enum State: String, WireValue {
        case answered
        /// The source did not respond in time, or its response was invalid.
        case unavailable
        /// The request quota for the source is used up, for the day or for the moment.
        case exhausted
    }

    /// The source, whose name and link must be shown with every item.
    public var source: RestaurantSource
    public var state: State
    public var items: [LiveRestaurant] = []
}
