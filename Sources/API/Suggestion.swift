public import Foundation
public import JSON

/// A person's opinion of a suggestion or of an option in a poll.
public enum Opinion: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case yes, maybe, no
}

/// The number of people by opinion.
public struct OpinionCounts: Hashable, Sendable, JSONCodable {
    public var yes, maybe, no: Int

    public init(yes: Int, maybe: Int, no: Int) {
        self.yes = yes
        self.maybe = maybe
        self.no = no
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("yes", yes)
            $0.field("maybe", maybe)
            $0.field("no", no)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(yes: read("yes"), maybe: read("maybe"), no: read("no"))
    }
}

/// A time and a place, either of which may be missing.
public struct TimeAndPlace: Hashable, Sendable, JSONCodable {
    /// RFC 3339 with the UTC offset in ``timeZone`` at that time.
    public var startsAt: String?
    public var endsAt: String?
    /// The tzdata name of the time zone; `nil` without a time.
    public var timeZone: String?
    public var restaurantId: RestaurantID?
    /// A restaurant's name, or a place in free text.
    public var place: String?

    public init(
        startsAt: String? = nil, endsAt: String? = nil, timeZone: String? = nil,
        restaurantId: RestaurantID? = nil,
        place: String? = nil
    ) {
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.timeZone = timeZone
        self.restaurantId = restaurantId
        self.place = place
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("startsAt", startsAt)
            $0.field("endsAt", endsAt)
            $0.field("timeZone", timeZone)
            $0.field("restaurantId", restaurantId)
            $0.field("place", place)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            startsAt: read.optional("startsAt"), endsAt: read.optional("endsAt"),
            timeZone: read.optional("timeZone"), restaurantId: read.optional("restaurantId"),
            place: read.optional("place"))
    }
}

/// A change to an outing, proposed by a person who may not edit it.
public struct Suggestion: Hashable, Sendable, JSONCodable {
    public enum Kind: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case time, place
        /// A time and a place that belong together.
        case both
        /// Another guest.
        case guest
    }

    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
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
    public var dietFit: DietFit?
    /// The poll that it is or was an option of.
    public var poll: PollID?
    /// The reason for denying it, visible to the author and the hosts.
    public var word: String?
    public var createdAt: Date
    public var decidedAt: Date?
    public var decidedBy: Person?

    public init(
        id: SuggestionID, author: Person, kind: Kind, state: State, before: TimeAndPlace?,
        after: TimeAndPlace?,
        guest: Person?, email: String?, tally: OpinionCounts, mySupport: Opinion?, gains: [Person],
        loses: [Person],
        dietFit: DietFit? = nil, poll: PollID?, word: String?, createdAt: Date, decidedAt: Date?,
        decidedBy: Person?
    ) {
        self.id = id
        self.author = author
        self.kind = kind
        self.state = state
        self.before = before
        self.after = after
        self.guest = guest
        self.email = email
        self.tally = tally
        self.mySupport = mySupport
        self.gains = gains
        self.loses = loses
        self.dietFit = dietFit
        self.poll = poll
        self.word = word
        self.createdAt = createdAt
        self.decidedAt = decidedAt
        self.decidedBy = decidedBy
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("author", author)
            $0.field("kind", kind)
            $0.field("state", state)
            $0.field("before", before)
            $0.field("after", after)
            $0.field("guest", guest)
            $0.field("email", email)
            $0.field("tally", tally)
            $0.field("mySupport", mySupport)
            $0.field("gains", gains)
            $0.field("loses", loses)
            $0.field("dietFit", dietFit)
            $0.field("poll", poll)
            $0.field("word", word)
            $0.field("createdAt", createdAt)
            $0.field("decidedAt", decidedAt)
            $0.field("decidedBy", decidedBy)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), author: read("author"), kind: read("kind"), state: read("state"),
            before: read.optional("before"), after: read.optional("after"), guest: read.optional("guest"),
            email: read.optional("email"), tally: read("tally"), mySupport: read.optional("mySupport"),
            gains: read("gains"), loses: read("loses"), dietFit: read.optional("dietFit"),
            poll: read.optional("poll"), word: read.optional("word"), createdAt: read("createdAt"),
            decidedAt: read.optional("decidedAt"), decidedBy: read.optional("decidedBy"))
    }
}
