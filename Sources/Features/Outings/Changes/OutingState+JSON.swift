package import JSON
package import Journal
internal import NoonishAPI

// How changes store their values: ids, times and text by hosts.

extension Cancellation: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object { $0.field("reason", reason) }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        reason = object.text("reason")
    }
}

extension OutingTime: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("startsAt", startsAt.text)
            $0.field("endsAt", endsAt?.text)
            $0.field("timeZone", startsAt.zone)
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value, let zone = object.text("timeZone"),
            let starts = object.text("startsAt").flatMap({ ZonedTime(text: $0, zone: zone) })
        else { return nil }
        startsAt = starts
        endsAt = object.text("endsAt").flatMap { ZonedTime(text: $0, zone: zone) }
    }
}

extension OutingPlace: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("restaurantId", restaurant)
            $0.field("name", name)
            $0.field("address", address)
            $0.field("phone", phone)
            $0.field("website", website)
            $0.field("latitude", latitude)
            $0.field("longitude", longitude)
            $0.field("attribution", ifPresent: attribution)
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value, let name = object.text("name") else { return nil }
        self.name = name
        restaurant = object.id("restaurantId")
        address = object.text("address")
        phone = object.text("phone")
        website = object.text("website")
        latitude = object.number("latitude")
        longitude = object.number("longitude")
        attribution = object.text("attribution")
    }
}

extension Answer: StoredValue {
    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("role", role)
            $0.field("status", status)
            $0.field("partySize", partySize)
        }
    }

    package init?(stored value: JSONValue) {
        guard case .object(let object) = value,
            let role = object.text("role").flatMap({ AttendanceRole(rawValue: $0) }),
            let status = object.text("status").flatMap({ AttendanceStatus(rawValue: $0) }),
            let partySize = object.integer("partySize")
        else { return nil }
        self.init(role: role, status: status, partySize: partySize)
    }

    /// The part of the answer that decides which changes concern this person.
    package var standing: Standing { Standing(role: role, status: status) }
}
