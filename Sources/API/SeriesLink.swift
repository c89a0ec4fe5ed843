public import Foundation
public import JSON

/// The link of a series. Anyone who has it sees the next dates and may answer them.
@JSONObject
public struct SeriesLink: WireValue {
    public var url: String
    public var createdAt: Date
    /// The largest party of a person who comes by it.
    public var maxPartySize: Int
}

/// The link that a series has at present.
@JSONObject
public struct CurrentSeriesLink: WireValue {
    public var link: SeriesLink?
}

/// What the holder of a series' link may see.
@JSONObject
public struct SeriesInvitation: WireValue {
    public var title: String
    /// The host's first name.
    public var hostName: String
    /// A restaurant's name, or a place in free text.
    public var place: String?
    /// The local start time in ``timeZone``, such as `12:30`.
    public var startTime: String
    public var timeZone: String
    public var rule: SeriesRule
    /// The upcoming dates, the next first.
    public var dates: [SeriesInvitationDate]
}

/// One date of a series, for the holder of the link.
@JSONObject
public struct SeriesInvitationDate: WireValue {
    /// The date of the rule, even if the outing takes place on another one.
    public var date: String
    public var startsAt: String?
    public var place: String?
    public var state: SeriesDay.State
    /// The holder's own answer; `nil` if they are not on the list.
    public var status: AttendanceStatus?
    /// The invitation to this date; `nil` while its outing does not exist, and if it no longer takes place or its
    /// link was revoked.
    public var url: String?
}
