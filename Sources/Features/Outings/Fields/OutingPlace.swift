package import JSON
import Journal
package import NoonishAPI

/// A place as it was when it was chosen. It stays the same when the directory changes.
@JSONObject
package struct OutingPlace: Hashable, Sendable, JSONEncodable {
    /// `nil` for a place that is not in the directory.
    @JSONMember("restaurantId") package var restaurant: RestaurantID? = nil
    package var name: String
    package var address: String? = nil
    package var phone: String? = nil
    package var website: String? = nil
    /// Degrees, WGS 84.
    package var latitude: Double? = nil
    package var longitude: Double? = nil
    /// The attribution that must be shown wherever the data are; `nil` for a place as free text.
    @JSONMember(omitIfNil: true) package var attribution: String? = nil
}

extension OutingPlace {
    var location: LiveRestaurant.Location? {
        guard let latitude, let longitude else { return nil }
        return LiveRestaurant.Location(latitude: latitude, longitude: longitude)
    }
}

extension OutingPlace: StoredValue {
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
