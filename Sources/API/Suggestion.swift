public import Foundation
public import JSON

/// A person's opinion of a suggestion or of an option in a poll.
public enum Opinion: String, CaseIterable, WireValue {
    case yes, maybe, no
}

/// The number of people by opinion.
@JSONObject
public struct OpinionCounts: WireValue {
    public var yes, maybe, no: Int
}

/// A time and a place, either of which may be missing.
@JSONObject
public struct TimeAndPlace: WireValue {
    /// RFC 3339 with the UTC offset in ``timeZone`` at that time.
    public var startsAt: String? = nil
    public var endsAt: String? = nil
    /// The tzdata name of the time zone; `nil` without a time.
    public var timeZone: String? = nil
    public var restaurantId: RestaurantID? = nil
    /// A restaurant's name, or a place in free text.
    public var place: String? = nil
}

/// A change to an outing, proposed by a person who may not edit it.
@JSONObject
public struct Suggestion: WireValue {
    public enum Kind: String, CaseIterable, WireValue {
        case time, place
        /// A time and a place that belong together.
        case both
        /// Another guest.
        case guest
    }

    public enum State: String, CaseIterable, WireValue {
        case open
        /// An option in a poll that is still open.
        case polled
        /// Applied to the outing: a host accepted it, or made the same change independently.
        case accepted
        case denied
        case withdrawn
        /// A poll chose another option.
        case outvoted
        /// Its time, or the outing's, has passed.
        case expired
    }

    public var id: SuggestionID
    public var author: Person
    public var kind: Kind
    public var state: State
    /// The current values that it would change; `nil` for another guest.
    public var before: TimeAndPlace?
    /// The proposed values.
    public var after: TimeAndPlace?
    /// The person to invite; `nil` if only a mail address is known.
    public var guest: Person?
    /// Visible to the author and the hosts only.
    public var email: String?
    public var tally: OpinionCounts
    public var mySupport: Opinion?
    /// For a time: the people who do not attend at the current time but could at this one.
    public var gains: [Person]
    /// For a time: the people who attend or might at the current time but could not at this one.
    public var loses: [Person]
    /// How many people a suggested restaurant suits; `nil` if unknown.
    public var dietFit: DietFit? = nil
    /// The poll that it is or was an option of.
    public var poll: PollID?
    /// The reason for denying it, visible to the author and the hosts.
    public var word: String?
    public var createdAt: Date
    public var decidedAt: Date?
    public var decidedBy: Person?
}
