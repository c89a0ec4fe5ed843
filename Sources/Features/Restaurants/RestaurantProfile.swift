import Initializers
package import NoonishAPI
package import Postgres

/// What a restaurant's owner can edit in the directory.
@MemberwiseInit
package struct RestaurantProfile: Hashable, Sendable {
    package var name: String
    /// With the house number.
    package var street: String?
    package var postcode: String?
    package var city: String?
    package var phone: String?
    package var email: String?
    package var website: String?
    package var openingHours: String?
}

extension Command {
    /// Writes what the owner edited. Imports leave the row as it is from then on.
    package static func edit(_ restaurant: RestaurantID, to profile: RestaurantProfile) -> Command {
        Command(
            "restaurants.edit_profile",
            """
            UPDATE restaurant
               SET name = \(profile.name), street = \(profile.street), postcode = \(profile.postcode),
                   city = \(profile.city), phone = \(profile.phone), website = \(profile.website),
                   opening_hours = \(profile.openingHours), owner_edited_at = now(),
                   extra = extra - 'contact:email' - 'email'
                           || jsonb_strip_nulls(jsonb_build_object('email', \(profile.email)::text))
             WHERE id = \(restaurant)
            """)
    }
}
