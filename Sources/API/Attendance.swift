public import Foundation
public import JSON

/// Who somebody is on an outing.
public enum AttendanceRole: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case host, cohost, invitee
}

/// What somebody answered.
public enum AttendanceStatus: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case attending, maybe, invited, waitlisted, declined
}

/// One person's relation to an outing.
public struct Attendance: Sendable, JSONCodable {
    public var id: AttendanceID
    public var person: Person
    public var role: AttendanceRole
    public var status: AttendanceStatus
    /// Seats this person needs: themselves and whom they bring.
    public var partySize: Int
    public var note: String?
    public var respondedAt: Date?
    /// Whether time or place has changed since they answered.
    public var changedSince: Bool
    /// Whether a host answered for them.
    public var setByHost: Bool
    /// How they were asked; nil for the host.
    public var invitation: InvitationSummary?
    /// Their place in the queue; nil for who does not wait, and for readers who are neither they nor a host.
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

    /// Waiting for seats of an outing that is full.
    public struct Waiting: Hashable, Sendable, JSONCodable {
        /// From 1 on.
        public var place: Int
        /// Until when seats are held for them; nil without an offer.
        public var offerEndsAt: Date?
        /// Whether they let an offer run out: they are offered nothing more until they ask again.
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

/// How somebody was asked, and what became of it.
public struct InvitationSummary: Hashable, Sendable, JSONCodable {
    public enum Channel: String, Hashable, Sendable, CaseIterable, JSONCodable {
        /// A member was named.
        case person
        /// A mail address was.
        case mail
        /// They came by a share link.
        case link
    }

    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case queued, sent, bounced, opened, answered
    }

    public var id: InvitationID
    public var channel: Channel
    public var state: State
    /// Shown only to the host who typed it.
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
