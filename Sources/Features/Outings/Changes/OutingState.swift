package import Foundation
package import NoonishAPI

/// Everything about an outing that somebody may be told of: the value that changes are differences of.
package struct OutingState: Hashable, Sendable {
    package var title: String
    package var note: String?
    /// Name of tzdata in which the outing's wall times are read.
    package var zone: String
    package var time: OutingTime?
    package var place: OutingPlace?
    /// Seats, the host counted.
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

/// When: wall times, which are the promise, and the instants they stand for.
package struct OutingTime: Hashable, Sendable {
    package var startsAt: ZonedTime
    package var endsAt: ZonedTime?

    package init(startsAt: ZonedTime, endsAt: ZonedTime? = nil) {
        self.startsAt = startsAt
        self.endsAt = endsAt
    }
}

/// Where, as it was when it was chosen: it stays when the directory changes.
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
    /// What must be said of its data, wherever it is shown; nil for a place in words.
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

/// That an outing was called off.
package struct Cancellation: Hashable, Sendable {
    package var reason: String?

    package init(reason: String?) { self.reason = reason }
}

/// One person's relation to an outing, as others may hear of it.
package struct Answer: Hashable, Sendable {
    package var role: AttendanceRole
    package var status: AttendanceStatus
    /// Seats this person needs: themselves and whom they bring.
    package var partySize: Int

    package init(role: AttendanceRole = .invitee, status: AttendanceStatus = .invited, partySize: Int = 1) {
        self.role = role
        self.status = status
        self.partySize = partySize
    }
}
