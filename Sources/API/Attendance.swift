public import Foundation
public import JSON

/// A person's role in an outing.
public enum AttendanceRole: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case host, cohost, invitee
}

/// A person's answer to an invitation.
public enum AttendanceStatus: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case attending, maybe, invited, waitlisted, declined
}

/// One person's relation to an outing.
public struct Attendance: Sendable, JSONCodable {
    public var id: AttendanceID
    public var person: Person
    public var role: AttendanceRole
    public var status: AttendanceStatus
    /// The number of seats this person needs: themselves and the people they bring.
    public var partySize: Int
    public var note: String?
    public var respondedAt: Date?
    /// Whether the time or the place has changed since they answered.
    public var changedSince: Bool
    /// Whether a host answered for them.
    public var setByHost: Bool
    /// How they were invited; `nil` for the host.
    public var invitation: InvitationSummary?
    /// Their place on the waiting list; `nil` if they are not waiting, and for callers other than they and
    /// the hosts.
    public var waiting: Waiting?

    public init(
        id: AttendanceID, person: Person, role: AttendanceRole, status: AttendanceStatus, partySize: Int,
        note: String?, respondedAt: Date?, changedSince: Bool, setByHost: Bool, invitation: InvitationSummary?
    ) {
        self.id = id
        self.person = person
        self.role = role
        self.status = status
        self.partySize = partySize
        self.note = note
        self.respondedAt = respondedAt
        self.changedSince = changedSince
        self.setByHost = setByHost
        self.invitation = invitation
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("person", person)
            $0.field("role", role)
            $0.field("status", status)
            $0.field("partySize", partySize)
            $0.field("note", note)
            $0.field("respondedAt", respondedAt)
            $0.field("changedSince", changedSince)
            $0.field("setByHost", setByHost)
            $0.field("invitation", invitation)
            $0.field("waiting", waiting)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), person: read("person"), role: read("role"), status: read("status"),
            partySize: read("partySize"), note: read.optional("note"),
            respondedAt: read.optional("respondedAt"), changedSince: read("changedSince"),
            setByHost: read("setByHost"), invitation: read.optional("invitation"))
        waiting = try read.optional("waiting")
    }

    /// A place on the waiting list of a full outing.
    public struct Waiting: Hashable, Sendable, JSONCodable {
        /// The position in the list, from 1.
        public var place: Int
        /// Until when seats are held for them; `nil` without an offer.
        public var offerEndsAt: Date?
        /// Whether they let an offer expire. They get no further offers until they ask again.
        public var hasMissed: Bool

        public init(place: Int, offerEndsAt: Date?, hasMissed: Bool) {
            self.place = place
            self.offerEndsAt = offerEndsAt
            self.hasMissed = hasMissed
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("place", place)
                $0.field("offerEndsAt", offerEndsAt)
                $0.field("hasMissed", hasMissed)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(
                place: read("place"), offerEndsAt: read.optional("offerEndsAt"), hasMissed: read("hasMissed"))
        }
    }
}

/// How a person was invited, and the state of the invitation.
public struct InvitationSummary: Hashable, Sendable, JSONCodable {
    public enum Channel: String, Hashable, Sendable, CaseIterable, JSONCodable {
        /// Invited as a member.
        case person
        /// Invited by mail address.
        case mail
        /// Joined with a share link.
        case link
    }

    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case queued, sent, bounced, opened, answered
    }

    public var id: InvitationID
    public var channel: Channel
    public var state: State
    /// The mail address; only for the host who entered it.
    public var address: String?

    public init(id: InvitationID, channel: Channel, state: State, address: String?) {
        self.id = id
        self.channel = channel
        self.state = state
        self.address = address
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("channel", channel)
            $0.field("state", state)
            $0.field("address", ifPresent: address)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), channel: read("channel"), state: read("state"), address: read.optional("address"))
    }
}
