public import Foundation
public import JSON
public import NoonishAPI

/// A proposed time, a place, or both.
public struct NewTimeAndPlace: Hashable, Sendable {
    /// The start: a local time such as `2027-03-11T12:30` in ``timeZone``, or a time with a UTC offset.
    public var startsAt: String?
    public var endsAt: String?
    /// The time zone of the times; `nil` for the outing's.
    public var timeZone: String?
    public var restaurant: RestaurantID?
    /// A place in free text, if it is not a restaurant.
    public var place: String?

    public init(startsAt: String? = nil, restaurant: RestaurantID? = nil, place: String? = nil) {
        self.startsAt = startsAt
        self.restaurant = restaurant
        self.place = place
    }

    fileprivate func write(to writer: inout JSONWriter) {
        if let startsAt {
            writer.object("time") {
                $0.field("startsAt", startsAt)
                $0.field("endsAt", ifPresent: endsAt)
                $0.field("timeZone", ifPresent: timeZone)
            }
        }
        writer.field("restaurantId", ifPresent: restaurant)
        writer.field("place", ifPresent: place)
    }
}

/// A proposal from a participant who may not edit the outing.
public enum NewSuggestion: Hashable, Sendable, JSONEncodable {
    case change(NewTimeAndPlace)
    /// Another guest, from among the caller's friends.
    case guest(PersonID)
    case guestByMail(String)

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            switch self {
            case .change(let change): change.write(to: &$0)
            case .guest(let person): $0.field("personId", person)
            case .guestByMail(let address): $0.field("email", address)
            }
        }
    }
}

/// The content of a new poll.
@JSONObject
public struct NewPoll: Hashable, Sendable, JSONEncodable {
    public enum Option: Hashable, Sendable, JSONEncodable {
        case suggestion(SuggestionID)
        case change(NewTimeAndPlace)

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                switch self {
                case .suggestion(let id): $0.field("suggestionId", id)
                case .change(let change): change.write(to: &$0)
                }
            }
        }
    }

    public var closesAt: Date
    public var options: [Option]
    /// Whether participants see the votes only after they have voted; `nil` for the service's default.
    @JSONMember(omitIfNil: true) public var hidden: Bool? = nil
    /// Whether the winning option is applied to the outing automatically; `nil` for the service's default.
    @JSONMember(omitIfNil: true) public var applies: Bool? = nil
}
