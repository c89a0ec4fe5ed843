public import JSON
public import NoonishAPI

/// The people to invite.
@JSONObject
public struct Invitees: Hashable, Sendable, JSONEncodable {
    /// Friends, and people the host has shared an outing with.
    public var people: [PersonID] = []
    /// The mail addresses of other people. Each may have a name, as in `Ada Lovelace <ada@example.org>`, which
    /// the list shows until the guest gives one.
    public var emails: [String] = []
    /// The names of people without an address. No news reaches them, and hosts answer for them.
    public var names: [String] = []
    /// Circles, all members of which are invited.
    public var circles: [CircleID] = []
}

/// A filter for the caller's outings.
public struct OutingFilter: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable { case hosting, attending, invited }
    public enum When: String, Hashable, Sendable, CaseIterable { case upcoming, past, all }

    public var role: Role?
    public var status: AttendanceStatus?
    public var when: When?

    public init(role: Role? = nil, status: AttendanceStatus? = nil, when: When? = nil) {
        self.role = role
        self.status = status
        self.when = when
    }
}

/// An attendee's answer.
@JSONObject(flattenable: true)
public struct NewAnswer: Hashable, Sendable, JSONEncodable {
    /// Any status except `invited`.
    public var status: AttendanceStatus
    /// The attendee and the people they bring; `nil` to leave it unchanged, initially 1.
    @JSONMember(omitIfNil: true) public var partySize: Int?
    @JSONMember(omitIfNil: true) public var note: String?
    /// The ``Outing/revision`` that the attendee saw. The answer is rejected (409) if the outing has changed
    /// since.
    @JSONMember(omitIfNil: true) public var againstRevision: Int?

    public init(_ status: AttendanceStatus) { self.status = status }
}

/// An answer from the holder of a link, who may not have an account.
@JSONObject
public struct LinkAnswer: Hashable, Sendable, JSONEncodable {
    @JSONMember(flattened: true) public var answer: NewAnswer
    /// Required with a share link.
    @JSONMember(omitIfNil: true) public var name: String?
    @JSONMember(omitIfNil: true) public var diets: [PersonalDiet]?

    public init(_ status: AttendanceStatus, name: String? = nil) {
        answer = NewAnswer(status)
        self.name = name
    }
}
