public import JSON

/// An outing as the holder of a personal or a share link sees it.
@JSONObject
public struct InvitationView: Sendable, JSONCodable {
    public enum Kind: String, CaseIterable, WireValue {
        /// Belongs to one person, on any number of devices.
        case personal
        /// May be passed on; does not identify anyone.
        case share
    }

    public var kind: Kind
    public var title: String
    public var state: Outing.State
    public var startsAt: String?
    public var endsAt: String?
    public var timeZone: String
    public var restaurant: OutingRestaurant?
    public var place: String?
    /// Whether the restaurant is open at ``startsAt``; `nil` if the time or the restaurant is undecided, and
    /// for a place in free text.
    public var openThen: OpenStatus?
    /// Only with a personal link.
    public var note: String?
    public var respondBy: String?
    /// The full name with a personal link, the first name with a share link.
    public var hostName: String
    public var counts: AttendanceCounts
    /// The number of free seats; `nil` without a limit.
    public var free: Int?
    /// The attendees; only with a personal link.
    public var attendees: [Attendance]?
    /// The holder's own attendance; `nil` for a share link.
    public var attendance: Attendance?
    /// The URL of the holder's own page; `nil` for a share link.
    public var url: String?
}
