public import JSON
public import NoonishAPI

/// The content of a new outing. Everything except the title may be decided later.
@JSONObject
public struct NewOuting: Hashable, Sendable, JSONEncodable {
    public var title: String
    /// The start: a local time such as `2027-03-11T12:30` in ``timeZone``, or a time with a UTC offset.
    @JSONMember(omitIfNil: true) public var startsAt: String? = nil
    @JSONMember(omitIfNil: true) public var endsAt: String? = nil
    /// The tzdata name of the time zone; `nil` for the host's own.
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    @JSONMember("restaurantId", omitIfNil: true) public var restaurant: RestaurantID? = nil
    /// A place in free text, if it is not a restaurant.
    @JSONMember(omitIfNil: true) public var place: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The number of seats, including the host's.
    @JSONMember(omitIfNil: true) public var capacity: Int? = nil
    @JSONMember(omitIfNil: true) public var respondBy: String? = nil
    public var invite: Invitees = Invitees()
}

/// The people to invite.
@JSONObject
public struct Invitees: Hashable, Sendable, JSONEncodable {
    /// Friends, and people the host has shared an outing with.
    public var people: [PersonID] = []
    /// The mail addresses of other people.
    public var emails: [String] = []
    /// Circles, all members of which are invited.
    public var circles: [CircleID] = []
}

/// Changes to an outing. Unchanged fields are not sent.
@JSONObject
public struct OutingEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var title: String? = nil
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    public var startsAt: FieldEdit<String> = .keep
    public var endsAt: FieldEdit<String> = .keep
    @JSONMember("restaurantId") public var restaurant: FieldEdit<RestaurantID> = .keep
    public var place: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
    public var capacity: FieldEdit<Int> = .keep
    public var respondBy: FieldEdit<String> = .keep
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
public struct NewAnswer: Hashable, Sendable, JSONEncodable {
    /// Any status except `invited`.
    public var status: AttendanceStatus
    /// The attendee and the people they bring; `nil` to leave it unchanged, initially 1.
    public var partySize: Int?
    public var note: String?
    /// The ``Outing/revision`` that the attendee saw. The answer is rejected (409) if the outing has changed
    /// since.
    public var againstRevision: Int?

    public init(_ status: AttendanceStatus) { self.status = status }

    public func encode(to writer: inout JSONWriter) { writer.object { write(to: &$0) } }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.field("status", status)
        writer.field("partySize", ifPresent: partySize)
        writer.field("note", ifPresent: note)
        writer.field("againstRevision", ifPresent: againstRevision)
    }
}

/// An answer from the holder of a link, who may not have an account.
public struct LinkAnswer: Hashable, Sendable, JSONEncodable {
    public var answer: NewAnswer
    /// Required with a share link.
    public var name: String?
    public var diets: [PersonalDiet]?

    public init(_ status: AttendanceStatus, name: String? = nil) {
        answer = NewAnswer(status)
        self.name = name
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            answer.write(to: &$0)
            $0.field("name", ifPresent: name)
            $0.field("diets", ifPresent: diets)
        }
    }
}
