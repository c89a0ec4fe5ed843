package import Foundation
package import NoonishAPI

/// The fields of an outing of which people are notified. Changes are differences between two such values.
package struct OutingState: Hashable, Sendable {
    package var title: String
    package var note: String?
    /// A tzdata name; the outing's wall times are in this zone.
    package var zone: String
    package var time: OutingTime?
    package var place: OutingPlace?
    /// Seats, including the host's.
    package var capacity: Int?
    package var deadline: Date?
    package var cancellation: Cancellation?
    package var attendees: [PersonID: Answer]

    package init(
        title: String, note: String? = nil, zone: String, time: OutingTime? = nil, place: OutingPlace? = nil,
        capacity: Int? = nil, deadline: Date? = nil, cancellation: Cancellation? = nil,
        attendees: [PersonID: Answer] = [:]
    ) {
        self.title = title
        self.note = note
        self.zone = zone
        self.time = time
        self.place = place
        self.capacity = capacity
        self.deadline = deadline
        self.cancellation = cancellation
        self.attendees = attendees
    }
}

/// Start and end: the wall times that people agreed on, and their instants.
package struct OutingTime: Hashable, Sendable {
    package var startsAt: ZonedTime
    package var endsAt: ZonedTime?

    package init(startsAt: ZonedTime, endsAt: ZonedTime? = nil) {
        self.startsAt = startsAt
        self.endsAt = endsAt
    }
}

/// The place as it was when it was chosen; later changes of the directory do not affect it.
package struct OutingPlace: Hashable, Sendable {
    /// `nil` for a place that is not in the directory.
    package var restaurant: RestaurantID?
    package var name: String
    package var address: String?
    package var phone: String?
    package var website: String?
    /// Degrees, WGS 84.
    package var latitude: Double?
    package var longitude: Double?
    /// The attribution that must accompany its data; `nil` for a place as free text.
    package var attribution: String?

    package init(
        restaurant: RestaurantID? = nil, name: String, address: String? = nil, phone: String? = nil,
        website: String? = nil, latitude: Double? = nil, longitude: Double? = nil,
        attribution: String? = nil
    ) {
        self.restaurant = restaurant
        self.name = name
        self.address = address
        self.phone = phone
        self.website = website
        self.latitude = latitude
        self.longitude = longitude
        self.attribution = attribution
    }
}

/// A cancellation, with its reason.
package struct Cancellation: Hashable, Sendable {
    package var reason: String?

    package init(reason: String?) { self.reason = reason }
}

/// One person's relation to an outing, as other attendees may see it.
package struct Answer: Hashable, Sendable {
    package var role: AttendanceRole
    package var status: AttendanceStatus
    /// Seats for this person and those they bring.
    package var partySize: Int

    package init(role: AttendanceRole = .invitee, status: AttendanceStatus = .invited, partySize: Int = 1) {
        self.role = role
        self.status = status
        self.partySize = partySize
    }
}
