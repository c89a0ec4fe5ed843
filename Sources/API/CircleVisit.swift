public import Foundation
public import JSON

/// One past outing of a circle, visible to the circle's owner.
@JSONObject
public struct CircleVisit: WireValue {
    public var outing: OutingReference
    public var restaurant: RestaurantReference
    public var startsAt: Date
    /// The tzdata name of the time zone.
    public var timeZone: String
    /// How the restaurant was chosen; `nil` if unknown.
    public var pick: Pick?
    /// The number of the circle's visits to the restaurant, including this one.
    public var times: Int
    /// The attendees' mean rating, 1 to 5 in steps of a half; `nil` until three of them have rated.
    public var mean: Double?

    /// A restaurant with its name when it was chosen.
    @JSONObject
    public struct RestaurantReference: WireValue {
        public var id: RestaurantID
        public var name: String
    }

    /// The origin of the choice of a restaurant.
    public enum Pick: Hashable, Sendable {
        case person(Person)
        case vote
    }
}

extension CircleVisit.Pick: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            switch self {
            case .person(let person):
                $0.field("by", "person")
                $0.field("person", person)
            case .vote: $0.field("by", "vote")
            }
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        let way: PickKind = try read("by")
        self = way == .vote ? .vote : .person(try read("person"))
    }

    private enum PickKind: String, JSONDecodable { case person, vote }
}
