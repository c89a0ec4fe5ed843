public import Foundation
public import JSON

/// A person's role in an outing.
public enum AttendanceRole: String, CaseIterable, WireValue {
    case host, cohost, invitee
}

/// A person's answer to an invitation.
public enum AttendanceStatus: String, CaseIterable, WireValue {
    case attending, maybe, invited, waitlisted, declined
}

/// One person's relation to an outing.
@JSONObject
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
    public var waiting: Waiting? = nil
    /// Why the name may mislead readers of the list; `nil` if it does not, or outside of a list.
    @JSONMember(omitIfNil: true) public var nameWarning: NameWarning? = nil
    /// `true` if ``person`` is a guest whose name the reader does not see, because neither the host nor the
    /// guest has given one; otherwise absent.
    @JSONMember(omitIfNil: true) public var isUnnamed: Bool? = nil
    /// How news reaches them; only in lists, for hosts.
    @JSONMember(omitIfNil: true) public var reach: Reach? = nil

    /// How news of an outing reaches a person.
    public enum Reach: String, CaseIterable, WireValue {
        /// A member, in the app and by what they chose in their settings.
        case app
        /// A guest, by mail.
        case mail
        /// A guest, by push notifications in their browser.
        case push
        /// A guest without an address, or whose mail was returned or stopped.
        case unreachable = "none"
    }

    /// A reason why a name may mislead readers of a list.
    public enum NameWarning: String, CaseIterable, WireValue {
        /// It looks like the name of another person on the list.
        case lookalike
        /// A word of it mixes scripts, such as Latin and Cyrillic.
        case mixedScripts
    }

    /// A place on the waiting list of a full outing.
    @JSONObject
    public struct Waiting: WireValue {
        /// The position in the list, from 1.
        public var place: Int
        /// Until when seats are held for them; `nil` without an offer.
        public var offerEndsAt: Date?
        /// Whether they let an offer expire. They get no further offers until they ask again.
        public var hasMissed: Bool
    }
}

/// How a person was invited, and the state of the invitation.
@JSONObject
public struct InvitationSummary: WireValue {
    public enum Channel: String, CaseIterable, WireValue {
        /// Invited as a member.
        case person
        /// Invited by mail address.
        case mail
        /// Joined with a share link.
        case link
        /// Added by name, without an address.
        case name
    }

    public enum State: String, CaseIterable, WireValue {
        case queued, sent, bounced, opened, answered
    }

    public var id: InvitationID
    public var channel: Channel
    public var state: State
    /// The mail address; only for the host who entered it.
    @JSONMember(omitIfNil: true) public var address: String?
}

/// A person whom a host can remind of an invitation.
@JSONObject
public struct ReminderRecipient: WireValue {
    public var id: PersonID
    /// Their name as the host sees it.
    public var name: String
    public var reach: Attendance.Reach
    /// Whether they were reminded before. Another reminder reaches them neither by mail nor by push.
    public var wasReminded: Bool
}

/// The people who have not answered, and when a host can remind them.
@JSONObject
public struct ReminderRecipients: WireValue {
    public var items: [ReminderRecipient]
    /// There is one page only.
    public let next: String? = nil
    /// When the next reminder is possible; `nil` if it is possible now.
    public var nextAt: Date?
}
