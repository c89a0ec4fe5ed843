import Access
import Foundation
public import NoonishAPI
public import Postgres
import Restaurants

extension Venue.State: PostgresDecodable {}
extension Venue.Role: PostgresDecodable {}

/// A row of `venue`, `v` in its columns, with its restaurant `r` and the caller's membership `m`.
@Row
package struct VenueRow: PostgresRow {
    @Column("v.restaurant_id") package let id: RestaurantID
    @Column("r.name") package let name: String
    @Column("(SELECT l.tag FROM restaurant_logo AS l WHERE l.restaurant_id = v.restaurant_id)")
    let logoTag: String?
    @Column("v.state") package let state: Venue.State
    @Column("v.verified_at") let verifiedAt: Date?
    @Column("v.version") let version: Int
    @Column("r.street") let street: String?
    @Column("r.postcode") let postcode: String?
    @Column("r.city") let city: String?
    @Column("r.phone") let phone: String?
    @Column("coalesce(r.extra ->> 'email', r.extra ->> 'contact:email')") let email: String?
    @Column("r.website") let website: String?
    @Column("r.opening_hours") let openingHours: String?
    @Column("r.time_zone") package let timeZone: String?
    @Column("r.country") let country: String?
    @Column("v.takes_orders") package let takesOrders: Bool
    @Column("v.takes_online_payments") let takesOnlinePayments: Bool
    @Column(VenueOrderRules.self) let rules: VenueOrderRules
    @Column("v.tax_number") let taxNumber: String?
    @Column("m.role") let role: Venue.Role?

    var profile: RestaurantProfile {
        RestaurantProfile(
            name: name, street: street, postcode: postcode, city: city, phone: phone, email: email,
            website: website, openingHours: openingHours)
    }

    /// Returns what a caller is to the venue. The row was read for that caller.
    func relation(of actor: Actor) -> Relation {
        if case .device(_, let venue) = actor, venue == id { return .device }
        return switch role {
        case .owner: .owner
        case .staff: .staff
        case .device, nil: .stranger
        }
    }

    /// - Parameter relation: What the caller is to the venue.
    func wire(for relation: Relation) -> Venue {
        Venue(
            id: id, name: name, logo: logoTag.map { RestaurantLogo.path($0, of: id) }, state: state,
            verifiedAt: verifiedAt,
            role: relation == .owner ? .owner : relation == .staff ? .staff : .device, version: version,
            street: street, postcode: postcode, city: city, phone: phone, email: email, website: website,
            openingHours: openingHours, timeZone: timeZone, country: country, takesOrders: takesOrders,
            takesOnlinePayments: takesOnlinePayments,
            leadMinutes: rules.leadMinutes, currency: rules.currency, orderMinimumMinor: rules.minimum,
            orderMaximumMinor: rules.maximum, mostPortions: rules.mostPortions,
            taxNumber: relation == .owner ? taxNumber : nil)
    }
}

extension VenueRow {
    /// Checks that the venue is no longer provisional.
    ///
    /// - Throws: 409 `venue_provisional`.
    package func requireVerified() throws {
        guard state == .verified else { throw VenueProblems.provisional }
    }
}
