import Initializers
package import JSON
package import Journal
import Localization
import NoonishAPI
package import Postgres

/// The place was set, changed or cleared, or its details changed.
@MemberwiseInit
package struct PlaceChange: TimeOrPlaceChange {
    package var old: OutingPlace?
    package var new: OutingPlace?

    package static let names = ["place_set", "place_changed", "place_cleared"]
    package var name: String {
        if old == nil { "place_set" } else if new == nil { "place_cleared" } else { "place_changed" }
    }
    package static var field: WritableKeyPath<OutingState, OutingPlace?> { \.place }
    package func encodeFormerMembers(to object: inout JSONWriter) {
        let restaurant = old.flatMap { old in
            old.restaurant.map {
                OutingRestaurant(
                    id: $0, name: old.name, address: old.address, phone: old.phone, website: old.website,
                    location: old.location)
            }
        }
        object.field("restaurant", restaurant)
        object.field("place", restaurant == nil ? old?.name : nil)
    }

    package var rank: Int { 30 }

    package func clause(in context: SentenceContext) -> String? {
        switch (old, new) {
        case (let old?, let new?) where old.name != new.name:
            context.say("change.place.changed", ["new": .text(new.name), "old": .text(old.name)])
        case (let old?, let new?):
            if let address = new.address, address != old.address {
                context.say("change.place.address", ["place": .text(new.name), "address": .text(address)])
            } else {
                context.say("change.place.contact", ["place": .text(new.name)])
            }
        case (nil, let new?):
            context.say(
                "change.place.set",
                ["place": .text([new.name, new.address].compactMap(\.self).joined(separator: ", "))])
        case (let old, nil): context.say("change.place.cleared", ["old": .text(old?.name ?? "")])
        }
    }
}

extension PlaceChange {
    package static let selection: SQL = """
        o.restaurant_id, o.place_name, o.place_address, o.place_phone, o.place_website,
        o.place_latitude, o.place_longitude, o.place_attribution
        """

    package static func read(
        _ row: inout RowReader, into state: inout OutingState
    ) throws(PostgresError) {
        let restaurant: RestaurantID? = try row.next()
        let name: String? = try row.next()
        var place = OutingPlace(restaurant: restaurant, name: name ?? "")
        place.address = try row.next()
        place.phone = try row.next()
        place.website = try row.next()
        place.latitude = try row.next()
        place.longitude = try row.next()
        place.attribution = try row.next()
        state.place = name == nil ? nil : place
    }

    package static func write(_ state: OutingState, to columns: inout ColumnWriter) {
        let place = state.place
        columns.column("restaurant_id", place?.restaurant)
        columns.column("place_name", place?.name)
        columns.column("place_address", place?.address)
        columns.column("place_phone", place?.phone)
        columns.column("place_website", place?.website)
        columns.column("place_latitude", place?.latitude)
        columns.column("place_longitude", place?.longitude)
        columns.column("place_attribution", place?.attribution)
    }
}

extension Change {
    package static func place(from old: OutingPlace?, to new: OutingPlace?) -> Change {
        Change(PlaceChange(old: old, new: new))
    }
}

extension ChangeSubject {
    package static let place = ChangeSubject(PlaceChange.self)
}
