public import Foundation
public import JSON

/// One past outing of a circle, visible to the circle's owner.
public struct CircleVisit: Hashable, Sendable, JSONCodable {
    public var outing: OutingID
    public var title: String
    public var restaurant: RestaurantID
    /// The restaurant's name when it was chosen.
    public var name: String
    public var startsAt: Date
    /// The tzdata name of the time zone.
    public var timeZone: String
    /// How the restaurant was chosen; `nil` if unknown.
    public var pick: Pick?
    /// The number of the circle's visits to the restaurant, including this one.
    public var times: Int
    /// The attendees' mean rating, 1 to 5 in steps of a half; `nil` until three of them have rated.
    public var mean: Double?

    /// The origin of the choice of a restaurant.
    public enum Pick: Hashable, Sendable {
        case person(Person)
        case vote
    }

    public init(
        outing: OutingID, title: String, restaurant: RestaurantID, name: String, startsAt: Date,
        timeZone: String, pick: Pick?, times: Int, mean: Double?
    ) {
        self.outing = outing
        self.title = title
        self.restaurant = restaurant
        self.name = name
        self.startsAt = startsAt
        self.timeZone = timeZone
        self.pick = pick
        self.times = times
        self.mean = mean
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.object("outing") {
                $0.field("id", outing)
                $0.field("title", title)
            }
            $0.object("restaurant") {
                $0.field("id", restaurant)
                $0.field("name", name)
            }
            $0.field("startsAt", startsAt)
            $0.field("timeZone", timeZone)
            $0.field("pick", pick)
            $0.field("times", times)
            $0.field("mean", mean)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        let outing: OutingMember = try read("outing")
        let restaurant: RestaurantMember = try read("restaurant")
        try self.init(
            outing: outing.id, title: outing.title, restaurant: restaurant.id, name: restaurant.name,
            startsAt: read("startsAt"), timeZone: read("timeZone"), pick: read.optional("pick"),
            times: read("times"), mean: read.optional("mean"))
    }

    @JSONObject
    private struct OutingMember: JSONDecodable {
        let id: OutingID
        let title: String
    }

    @JSONObject
    private struct RestaurantMember: JSONDecodable {
        let id: RestaurantID
        let name: String
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
