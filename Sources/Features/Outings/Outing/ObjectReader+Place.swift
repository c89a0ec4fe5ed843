package import HTTPKit
package import NoonishAPI
import People

extension ObjectReader {
    /// Reads a place: a restaurant of the directory, or a name.
    package mutating func place() -> (restaurant: RestaurantID?, name: String?) {
        let restaurant: RestaurantID? = optional("restaurantId", .id())
        let name = optional("place", .text(OutingLimits.place))
        if restaurant != nil, name != nil { refuseSecondPlace() }
        return (restaurant, name)
    }

    /// Reads a merge patch of a place.
    package mutating func placePatch() -> (restaurant: PatchField<RestaurantID>, name: PatchField<String>) {
        let restaurant: PatchField<RestaurantID> = field("restaurantId", .id())
        let name = field("place", .text(OutingLimits.place))
        if case .value = restaurant, case .value = name { refuseSecondPlace() }
        return (restaurant, name)
    }

    private mutating func refuseSecondPlace() {
        refuse("place", "two_places", "Give a restaurant or a place name, not both.")
    }

    /// Reads a merge patch of a time zone, which can be replaced but not removed.
    package mutating func timeZonePatch() -> PatchField<String> {
        let zone = field("timeZone", .timeZoneName)
        if case .null = zone { refuse("timeZone", "missing", "An outing needs a time zone.") }
        return zone
    }
}
