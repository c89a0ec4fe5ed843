public import Foundation
public import JSON
public import NoonishAPI

/// A time, a place, or both together.
public struct NewWhenWhere: Hashable, Sendable {
    /// A time on a clock, `2027-03-11T12:30`, read in ``timeZone``; or one with an offset.
    public var startsAt: String?
    public var endsAt: String?
    /// Nil: the outing's.
    public var timeZone: String?
    public var restaurant: RestaurantID?
    /// A place in words, where there is no restaurant.
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

/// What somebody proposes who may not change the outing.
public enum NewSuggestion: Hashable, Sendable, JSONEncodable {
    case change(NewWhenWhere)
    /// One more guest, from among one's friends.
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

/// A vote to be opened.
public struct NewPoll: Hashable, Sendable, JSONEncodable {
    public enum Option: Hashable, Sendable, JSONEncodable {
        case suggestion(SuggestionID)
        case change(NewWhenWhere)

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
    /// Who has not voted does not see what others did; nil: as the service does.
    public var hidden: Bool?
    /// What wins becomes the outing's by itself; nil: as the service does.
    public var applies: Bool?

    public init(closesAt: Date, options: [Option]) {
        self.closesAt = closesAt
        self.options = options
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("closesAt", closesAt)
            $0.field("hidden", ifPresent: hidden)
            $0.field("applies", ifPresent: applies)
            $0.field("options", options)
        }
    }
}
