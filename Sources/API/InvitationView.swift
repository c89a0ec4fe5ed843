public import JSON

/// An outing as the holder of a personal or a share link sees it.
public struct InvitationView: Sendable, JSONCodable {
    public enum Kind: String, Hashable, Sendable, CaseIterable, JSONCodable {
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

    public init(
        kind: Kind, title: String, state: Outing.State, startsAt: String?, endsAt: String?, timeZone: String,
        restaurant: OutingRestaurant?, place: String?, openThen: OpenStatus?, note: String?,
        respondBy: String?, hostName: String, counts: AttendanceCounts, free: Int?, attendees: [Attendance]?,
        attendance: Attendance?, url: String?
    ) {
        self.kind = kind
        self.title = title
        self.state = state
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.timeZone = timeZone
        self.restaurant = restaurant
        self.place = place
        self.openThen = openThen
        self.note = note
        self.respondBy = respondBy
        self.hostName = hostName
        self.counts = counts
        self.free = free
        self.attendees = attendees
        self.attendance = attendance
        self.url = url
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("kind", kind)
            $0.field("title", title)
            $0.field("state", state)
            $0.field("startsAt", startsAt)
            $0.field("endsAt", endsAt)
            $0.field("timeZone", timeZone)
            $0.field("restaurant", restaurant)
            $0.field("place", place)
            $0.field("openThen", openThen)
            $0.field("note", note)
            $0.field("respondBy", respondBy)
            $0.field("hostName", hostName)
            $0.field("counts", counts)
            $0.field("free", free)
            $0.field("attendees", attendees)
            $0.field("attendance", attendance)
            $0.field("url", url)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            kind: read("kind"), title: read("title"), state: read("state"),
            startsAt: read.optional("startsAt"), endsAt: read.optional("endsAt"), timeZone: read("timeZone"),
            restaurant: read.optional("restaurant"), place: read.optional("place"),
            openThen: read.optional("openThen"), note: read.optional("note"),
            respondBy: read.optional("respondBy"), hostName: read("hostName"), counts: read("counts"),
            free: read.optional("free"), attendees: read.optional("attendees"),
            attendance: read.optional("attendance"), url: read.optional("url"))
    }
}
