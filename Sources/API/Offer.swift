public import JSON

extension Subjects {
    public enum Offer {}
}

public typealias OfferID = ID<Subjects.Offer>

/// A restaurant's offer on certain days. All times are local to the restaurant.
@JSONObject
public struct Offer: WireValue {
    public var id: OfferID
    public var restaurant: RestaurantID
    public var title: String
    /// Further information.
    public var words: String?
    public var link: String?
    /// The first and last dates, such as `2027-03-11`; `nil` if that side is open-ended.
    public var firstDay: String?
    public var lastDay: String?
    /// From 1 (Monday) to 7 (Sunday).
    public var weekdays: [Int]
    /// `nil` for all day.
    public var hours: Hours?
    /// The tzdata name of the time zone.
    public var timeZone: String
    /// The source of the offer.
    public var source: String

    /// Local times such as `11:00` to `14:00`. If the end is not after the start, it is on the next day.
    @JSONObject
    public struct Hours: WireValue {
        public var from: String
        public var until: String
    }
}
