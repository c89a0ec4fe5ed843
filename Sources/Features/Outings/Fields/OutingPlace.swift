import Initializers
package import JSON
import Journal
package import NoonishAPI

/// A place as it was when it was chosen. It stays the same when the directory changes.
@MemberwiseInit
package struct OutingPlace: Hashable, Sendable {
    /// `nil` for a place that is not in the directory.
    package var restaurant: RestaurantID? = nil
    package var name: String
    package var address: String? = nil
    package var phone: String? = nil
    package var website: String? = nil
    /// Degrees, WGS 84.
    package var latitude: Double? = nil
    package var longitude: Double? = nil
    /// The attribution that must be shown wherever the data are; `nil` for a place as free text.
    package var attribution: String? = nil
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
