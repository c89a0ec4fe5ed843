public import Foundation
public import JSON

/// A meal that friends plan together.
@JSONObject
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
    @JSONMember(flattened: true) public var details: OutingDetails = OutingDetails()
    /// The number of seats that are neither taken nor held for someone on the waiting list; `nil` for no
    /// limit.
    public var free: Int? = nil
    public var respondBy: String?
    public var host: Person
    public var cohosts: [Person]
    public var myAttendance: Attendance?
    public var counts: AttendanceCounts
    /// Whether the restaurant is open at the time; `nil` while either is undecided.
    public var openThen: OpenStatus? = nil
    /// How many of the people with dietary needs the restaurant suits; `nil` if none is chosen, or if fewer
    /// than three have stated needs.
    public var dietFit: DietFit? = nil
    /// A warning that the restaurant has nothing for at least one person. For hosts, and not in lists.
    @JSONMember(omitIfNil: true) public var dietWarning: DietWarning? = nil
    /// The number of people who have shared a starting point; `nil` if there are none.
    public var origins: SharedOriginCount? = nil
    /// The series that the outing was created for, and its date there; `nil` for a single outing.
    public var series: OutingSeriesDate? = nil
    public var cancelReason: String?
    /// The state of its order, in messages to webhooks; `nil` without an order.
    @JSONMember(omitIfNil: true) public var orderState: GroupOrder.State? = nil
    public var createdAt: Date
    public var updatedAt: Date
}

extension Outing {
    /// The stage of an outing, computed from its row and the database's clock.
    public enum State: String, CaseIterable, WireValue {
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
@JSONObject
public struct OutingRestaurant: WireValue {
    public var id: RestaurantID
    public var name: String
    public var address: String?
    /// In E.164 format.
    public var phone: String?
    public var website: String?
    public var location: LiveRestaurant.Location?
    /// The attribution that must be shown wherever its data are.
    public var attribution: String? = nil
    /// `true` if the source of the data no longer lists it, else `nil`.
    @JSONMember(omitIfNil: true) public var vanished: Bool? = nil
}

/// The number of people by answer, and the number of seats that the attending need.
@JSONObject
public struct AttendanceCounts: WireValue {
    public var invited, attending, maybe, declined, waitlisted, seats: Int
}
