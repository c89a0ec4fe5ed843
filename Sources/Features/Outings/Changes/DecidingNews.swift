package import Foundation
package import JSON
package import NoonishAPI

// What news and history keep of suggestions and votes. Nothing here is anybody's own words but a host's: a place that
// was typed and a mail address stay in the rows of whoever wrote them, so that erasing those is enough.

/// What a suggestion or a possibility of a vote is about.
package struct ProposalSummary: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// By its name in the directory.
        case restaurant(RestaurantID, name: String)
        case unlisted
    }

    package enum Guest: Hashable, Sendable {
        case person(PersonID)
        case byMail
    }

    package var time: OutingTime?
    package var place: Place?
    package var guest: Guest?

    package init(time: OutingTime? = nil, place: Place? = nil, guest: Guest? = nil) {
        self.time = time
        self.place = place
        self.guest = guest
    }
}

/// Where a suggestion stands, as far as anybody is told.
package struct SuggestionNews: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, CaseIterable {
        case open, accepted, denied
    }

    package var state: State
    package var summary: ProposalSummary
    /// Why it was denied, in a host's words.
    package var word: String?

    package init(_ state: State, _ summary: ProposalSummary, word: String? = nil) {
        self.state = state
        self.summary = summary
        self.word = word
    }

    /// Whether `person` is told, where this does not follow from the audience: of a denial only its author is.
    func isFor(_ author: PersonID, _ person: PersonID) -> Bool? {
        switch state {
        case .denied: author == person
        case .accepted where author == person: true
        default: nil
        }
    }
}

/// Where a vote stands.
package struct PollNews: Hashable, Sendable {
    package var isOpen: Bool
    package var closesAt: Date
    /// How many possibilities there are.
    package var options: Int
    /// Nil: it is open, or nobody could come to any of them.
    package var winner: ProposalSummary?
    /// Several were equally good, and one was drawn.
    package var isDrawn: Bool
    /// The winner became the outing's.
    package var isApplied: Bool

    package init(
        isOpen: Bool, closesAt: Date, options: Int, winner: ProposalSummary? = nil, isDrawn: Bool = false,
        isApplied: Bool = false
    ) {
        self.isOpen = isOpen
        self.closesAt = closesAt
        self.options = options
        self.winner = winner
        self.isDrawn = isDrawn
        self.isApplied = isApplied
    }
}

extension OutingChange {
    /// Everybody whom this is about, for those who look up names.
    package var people: [PersonID] {
        switch self {
        case .attendee(let person, _, _), .claim(let person): [person]
        case .suggestion(_, let author, let old, let new):
            [author] + ((new ?? old)?.summary.person.map { [$0] } ?? [])
        default: []
        }
    }
}

extension ProposalSummary {
    fileprivate var person: PersonID? {
        if case .person(let person)? = guest { person } else { nil }
    }
}

extension ProposalSummary: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { members(&$0) }
    }

    fileprivate func members(_ object: inout JSONWriter) {
        object.field("time", time)
        switch place {
        case .restaurant(let id, let name):
            object.field("restaurantId", id)
            object.field("place", name)
        case .unlisted: object.field("placeInWords", true)
        case nil: break
        }
        switch guest {
        case .person(let person): object.field("personId", person)
        case .byMail: object.field("byMail", true)
        case nil: break
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        time = object["time"].flatMap { OutingTime($0) }
        if let id = object["restaurantId"]?.text.flatMap({ RestaurantID($0) }),
            let name = object["place"]?.text
        {
            place = .restaurant(id, name: name)
        } else if case .boolean(true)? = object["placeInWords"] {
            place = .unlisted
        }
        if let person = object["personId"]?.text.flatMap({ PersonID($0) }) {
            guest = .person(person)
        } else if case .boolean(true)? = object["byMail"] {
            guest = .byMail
        }
    }
}

extension SuggestionNews: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("state", state.rawValue)
            summary.members(&$0)
            $0.field("word", ifPresent: word)
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value, let summary = ProposalSummary(value),
            let state = object["state"]?.text.flatMap({ State(rawValue: $0) })
        else { return nil }
        self.init(state, summary, word: object["word"]?.text)
    }
}

extension PollNews: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("open", isOpen)
            $0.field("closesAt", closesAt)
            $0.field("options", options)
            $0.field("winner", winner)
            $0.field("drawn", isDrawn)
            $0.field("applied", isApplied)
        }
    }

    init?(_ value: JSONValue) {
        guard case .object(let object) = value, let closesAt = object["closesAt"]?.instant,
            let options = object["options"]?.whole
        else { return nil }
        self.init(
            isOpen: object["open"] == .boolean(true), closesAt: closesAt, options: options,
            winner: object["winner"].flatMap { ProposalSummary($0) }, isDrawn: object["drawn"] == .boolean(true),
            isApplied: object["applied"] == .boolean(true))
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var whole: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var instant: Date? {
        text.flatMap { try? Date($0, strategy: .iso8601) }
    }
}
