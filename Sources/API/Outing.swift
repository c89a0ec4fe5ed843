public import Foundation
public import JSON

/// A meal that friends plan together.
public struct Outing: Sendable, JSONCodable {
    public var id: OutingID
    /// The number of the last event of any kind: an edit, an answer, an invitation.
    public var revision: Int
    /// Incremented by changes to fields that PATCH can write; the part of the ETag before the dot.
    public var version: Int
    public var title: String
    public var state: State
    /// RFC 3339 with the UTC offset in ``timeZone`` at that time; `nil` while the time is undecided.
    public var startsAt: String?
    public var endsAt: String?
    /// The tzdata name of the time zone.
    public var timeZone: String
    /// The restaurant as it was when chosen; `nil` while the place is undecided, and for a place in free
    /// text.
    public var restaurant: OutingRestaurant?
    /// The place in free text.
    public var place: String?
    public var note: String?
    /// The number of seats, including the host's; `nil` for no limit.
    public var capacity: Int?
    /// The number of seats that are neither taken nor held for someone on the waiting list; `nil` for no
    /// limit.
    public var free: Int?
    public var respondBy: String?
    public var host: Person
    public var cohosts: [Person]
    public var myAttendance: Attendance?
    public var counts: AttendanceCounts
    /// Whether the restaurant is open at the time; `nil` while either is undecided.
    public var openThen: OpenStatus?
    /// How many of the people with dietary needs the restaurant suits; `nil` if none is chosen, or if fewer
    /// than three have stated needs.
    public var dietFit: DietFit?
    /// A warning that the restaurant has nothing for at least one person. For hosts, and not in lists.
    public var dietWarning: DietWarning?
    /// The number of people who have shared a starting point; `nil` if there are none.
    public var origins: SharedOriginCount?
    /// The series that the outing was created for, and its date there; `nil` for a single outing.
    public var series: OutingSeriesDate?
    public var cancelReason: String?
    public var createdAt: Date
    public var updatedAt: Date

    public init(
        id: OutingID, revision: Int, version: Int, title: String, state: State, startsAt: String?,
        endsAt: String?, timeZone: String, restaurant: OutingRestaurant?, place: String?, note: String?,
        capacity: Int?, respondBy: String?, host: Person, cohosts: [Person], myAttendance: Attendance?,
        counts: AttendanceCounts, cancelReason: String?, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.revision = revision
        self.version = version
        self.title = title
        self.state = state
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.timeZone = timeZone
        self.restaurant = restaurant
        self.place = place
        self.note = note
        self.capacity = capacity
        self.respondBy = respondBy
        self.host = host
        self.cohosts = cohosts
        self.myAttendance = myAttendance
        self.counts = counts
        self.cancelReason = cancelReason
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("revision", revision)
            $0.field("version", version)
            $0.field("title", title)
            $0.field("state", state)
            $0.field("startsAt", startsAt)
            $0.field("endsAt", endsAt)
            $0.field("timeZone", timeZone)
            $0.field("restaurant", restaurant)
            $0.field("place", place)
            $0.field("note", note)
            $0.field("capacity", capacity)
            $0.field("free", free)
            $0.field("respondBy", respondBy)
            $0.field("host", host)
            $0.field("cohosts", cohosts)
            $0.field("myAttendance", myAttendance)
            $0.field("counts", counts)
            $0.field("openThen", openThen)
            $0.field("dietFit", dietFit)
            $0.field("dietWarning", ifPresent: dietWarning)
            $0.field("origins", origins)
            $0.field("series", series)
            $0.field("cancelReason", cancelReason)
            $0.field("createdAt", createdAt)
            $0.field("updatedAt", updatedAt)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), revision: read("revision"), version: read("version"), title: read("title"),
            state: read("state"), startsAt: read.optional("startsAt"), endsAt: read.optional("endsAt"),
            timeZone: read("timeZone"), restaurant: read.optional("restaurant"),
            place: read.optional("place"), note: read.optional("note"), capacity: read.optional("capacity"),
            respondBy: read.optional("respondBy"), host: read("host"), cohosts: read("cohosts"),
            myAttendance: read.optional("myAttendance"), counts: read("counts"),
            cancelReason: read.optional("cancelReason"), createdAt: read("createdAt"),
            updatedAt: read("updatedAt"))
        free = try read.optional("free")
        openThen = try read.optional("openThen")
        dietFit = try read.optional("dietFit")
        dietWarning = try read.optional("dietWarning")
        origins = try read.optional("origins")
        series = try read.optional("series")
    }
}

extension Outing {
    /// The stage of an outing, computed from its row and the database's clock.
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        /// The time or the place is undecided.
        case planning
        case set
        /// From start to end; without an end, for two hours.
        case happening
        case done
        case cancelled
    }
}

/// A restaurant as it was when chosen for an outing.
public struct OutingRestaurant: Hashable, Sendable, JSONCodable {
    public var id: RestaurantID
    public var name: String
    public var address: String?
    /// In E.164 format.
    public var phone: String?
    public var website: String?
    /// Degrees, WGS 84.
    public var latitude: Double?
    public var longitude: Double?
    /// The attribution that must be shown wherever its data are.
    public var attribution: String?

    public init(
        id: RestaurantID, name: String, address: String?, phone: String?, website: String?, latitude: Double?,
        longitude: Double?, attribution: String? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.phone = phone
        self.website = website
        self.latitude = latitude
        self.longitude = longitude
        self.attribution = attribution
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("address", address)
            $0.field("phone", phone)
            $0.field("website", website)
            if let latitude, let longitude {
                $0.field("location", Location(latitude: latitude, longitude: longitude))
            } else {
                $0.field("location", String?.none)
            }
            $0.field("attribution", attribution)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        let location: Location? = try read.optional("location")
        try self.init(
            id: read("id"), name: read("name"), address: read.optional("address"),
            phone: read.optional("phone"), website: read.optional("website"), latitude: location?.latitude,
            longitude: location?.longitude, attribution: read.optional("attribution"))
    }

    private struct Location: JSONCodable {
        let latitude, longitude: Double

        init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(latitude: read("latitude"), longitude: read("longitude"))
        }

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("latitude", latitude)
                $0.field("longitude", longitude)
            }
        }
    }
}

/// The number of people by answer, and the number of seats that the attending need.
public struct AttendanceCounts: Hashable, Sendable, JSONCodable {
    public var invited, attending, maybe, declined, waitlisted, seats: Int

    public init(invited: Int, attending: Int, maybe: Int, declined: Int, waitlisted: Int, seats: Int) {
        self.invited = invited
        self.attending = attending
        self.maybe = maybe
        self.declined = declined
        self.waitlisted = waitlisted
        self.seats = seats
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("invited", invited)
            $0.field("attending", attending)
            $0.field("maybe", maybe)
            $0.field("declined", declined)
            $0.field("waitlisted", waitlisted)
            $0.field("seats", seats)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            invited: read("invited"), attending: read("attending"), maybe: read("maybe"),
            declined: read("declined"), waitlisted: read("waitlisted"), seats: read("seats"))
    }
}
