package import Access
import Foundation
import HTTPKit
package import NoonishAPI
package import Postgres
import Restaurants

/// Authorises requests about venues, and edits their profiles. Every edit locks the venue's row.
package enum VenueEdits {
    /// Authorises `action` on a venue.
    ///
    /// - Throws: ``Denial``; not found for everyone who neither owns the venue nor works there.
    package static func authorize(
        _ actor: Actor, _ action: Action, on id: RestaurantID, in database: any Database
    ) async throws -> (venue: VenueRow, capability: Capability<RestaurantID>) {
        try decide(actor, action, on: id, try await database.first(.venue(id, for: actor.person)))
    }

    /// Authorises `action` on a venue that is no longer provisional.
    ///
    /// - Throws: ``Denial``; 409 `venue_provisional`.
    @discardableResult
    package static func authorizeVerified(
        _ actor: Actor, _ action: Action, on id: RestaurantID, in database: any Database
    ) async throws -> Capability<RestaurantID> {
        let (venue, capability) = try await authorize(actor, action, on: id, in: database)
        try venue.requireVerified()
        return capability
    }

    /// Locks a venue that is no longer provisional, and authorises `action`.
    ///
    /// - Throws: ``Denial``; 409 `venue_provisional`.
    @discardableResult
    package static func lockVerified(
        _ id: RestaurantID, _ actor: Actor, _ action: Action, in transaction: Transaction
    ) async throws -> Capability<RestaurantID> {
        let (venue, capability) = try await lock(id, actor, action, in: transaction)
        try venue.requireVerified()
        return capability
    }

    /// Locks a venue and authorises `action`.
    ///
    /// - Throws: ``Denial``.
    package static func lock(
        _ id: RestaurantID, _ actor: Actor, _ action: Action, in transaction: Transaction
    ) async throws -> (venue: VenueRow, capability: Capability<RestaurantID>) {
        try decide(
            actor, action, on: id,
            try await transaction.all(.venue(id, for: actor.person), after: [.lockVenue(id)]).first)
    }

    private static func decide(
        _ actor: Actor, _ action: Action, on id: RestaurantID, _ row: VenueRow?
    ) throws -> (venue: VenueRow, capability: Capability<RestaurantID>) {
        guard let row else { throw Denial.notFound }
        return (row, try Access.decide(actor, action, id, as: row.relation(of: actor)))
    }

    /// The venue has changed since the client read it.
    struct VersionMismatch: Error {
        let current: Venue
    }

    /// Applies a merge patch. A patch that changes nothing leaves the version.
    ///
    /// - Throws: ``VersionMismatch``; 409 `venue_provisional`; 422 for amounts.
    static func patch(
        _ id: RestaurantID, _ patch: VenuePatch, ifMatch: TagCondition, by actor: Actor,
        locale: Locale, in transaction: Transaction
    ) async throws {
        let (venue, capability) = try await lock(id, actor, .editVenue, in: transaction)
        guard ifMatch.permits(version: venue.version) else {
            throw VersionMismatch(current: venue.wire(for: capability.relation))
        }
        try venue.requireVerified()
        let profile = patch.applied(to: venue.profile)
        let takesOrders = patch.takesOrders ?? venue.takesOrders
        let takesOnlinePayments = patch.takesOnlinePayments ?? venue.takesOnlinePayments
        let taxNumber = patch.taxNumber.merged(over: venue.taxNumber)
        let rules = try patch.rules.applied(to: venue.rules, locale: locale)
        let old = fields(
            venue.profile, venue.takesOrders, venue.takesOnlinePayments, venue.taxNumber, venue.rules)
        let new = fields(profile, takesOrders, takesOnlinePayments, taxNumber, rules)
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        guard !names.isEmpty else { return }
        if profile != venue.profile { try await transaction.execute(.edit(id, to: profile)) }
        try await transaction.execute(
            .update(
                id, takesOrders: takesOrders, takesOnlinePayments: takesOnlinePayments, taxNumber: taxNumber,
                rules: rules))
        try await transaction.execute(
            .append(
                .profileEdited, before: recorded(old, names), after: recorded(new, names), to: id,
                by: actor.person))
    }

    /// The fields of those names as the history has them: of a tax number its end, so that the number itself is not kept for later owners.
    private static func recorded(_ fields: [String: String], _ names: Set<String>) -> [String: String] {
        var fields = fields.filter { names.contains($0.key) }
        fields["taxNumber"] = fields["taxNumber"].map { $0.count > 4 ? "…" + $0.suffix(2) : "…" }
        return fields
    }

    /// The fields as texts; those without a value are absent.
    private static func fields(
        _ profile: RestaurantProfile, _ takesOrders: Bool, _ takesOnlinePayments: Bool,
        _ taxNumber: String?, _ rules: VenueOrderRules
    ) -> [String: String] {
        [
            "name": profile.name, "street": profile.street, "postcode": profile.postcode,
            "city": profile.city, "phone": profile.phone, "email": profile.email, "website": profile.website,
            "openingHours": profile.openingHours, "takesOrders": "\(takesOrders)",
            "takesOnlinePayments": "\(takesOnlinePayments)", "taxNumber": taxNumber,
            "leadMinutes": rules.leadMinutes.map { "\($0)" }, "currency": rules.currency,
            "orderMinimum": rules.text(rules.minimum), "orderMaximum": rules.text(rules.maximum),
            "mostPortions": rules.mostPortions.map { "\($0)" },
        ].compactMapValues(\.self)
    }
}

extension Call {
    /// Authorises the caller for `action` on the verified venue of the path.
    ///
    /// - Throws: ``Denial``; 409 `venue_provisional`.
    package func verifiedVenue(
        _ action: Action, in database: any Database
    ) async throws -> Capability<RestaurantID> {
        try await VenueEdits.authorizeVerified(actor, action, on: try id("id"), in: database)
    }
}
