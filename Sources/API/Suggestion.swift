public import Foundation
public import JSON

/// What somebody thinks of a suggestion or of a possibility of a vote.
public enum Opinion: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case yes, maybe, no
}

/// How many people think what.
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

/// When and where, as far as something is said of either.
public struct WhenWhere: Hashable, Sendable, JSONCodable {
    /// RFC 3339 with the offset that holds in ``timeZone`` then.
    public var startsAt: String?
    public var endsAt: String?
    /// Name of tzdata; nil without a time.
    public var timeZone: String?
    public var restaurantId: RestaurantID?
    /// A restaurant's name, or a place in words.
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

/// Something that somebody who may not change an outing proposes to change.
public struct Suggestion: Hashable, Sendable, JSONCodable {
    public enum Kind: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case time, place
        /// A time and a place that belong together.
        case both
        /// One more guest.
        case guest
    }

    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case open
        /// A possibility of a vote that is not over.
        case polled
        /// It is so now: a host accepted it, or did the same by themselves.
        case accepted
        case denied
        case withdrawn
        /// A vote went for something else.
        case outvoted
        /// Its time, or the outing's, is past.
        case expired
    }

    public var id: SuggestionID
    public var author: Person
    public var kind: Kind
    public var state: State
    /// What it would change, as it is now; nil for one more guest.
    public var before: WhenWhere?
    /// The same as it would be.
    public var after: WhenWhere?
    /// Whom to invite; nil where they are known by an address alone.
    public var guest: Person?
    /// Shown to whoever wrote it and to the hosts.
    public var email: String?
    public var tally: OpinionCounts
    public var mySupport: Opinion?
    /// For a time: those who do not come as it is, and say yes to this.
    public var gains: [Person]
    /// For a time: those who come or might, and say no to this.
    public var loses: [Person]
    /// For how many a suggested restaurant has something to eat; nil where nothing can be said.
    public var dietFit: DietFit?
    /// The vote that it is, or was, a possibility of.
    public var poll: PollID?
    /// Why it was denied, for its author and the hosts.
    public var word: String?
    public var createdAt: Date
    public var decidedAt: Date?
    public var decidedBy: Person?

    public init(
        id: SuggestionID, author: Person, kind: Kind, state: State, before: WhenWhere?, after: WhenWhere?,
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
