import Access
import Accounts
import Fetch
import Logging
import NoonishAPI
import Outings
import People
import Postgres
import Restaurants
import TestSupport

@testable import Venues

/// Runs `test` with the routes of venues, their people, claims and devices. No website can be reached.
func withVenues(_ test: @escaping @Sendable (TestWorld) async throws -> Void) async throws {
    try await withWorld(
        serving: { world in
            let acquaintance = Acquaintance(
                database: world.database, sharedOutings: OutingCompanions(database: world.database))
            let client = try FetchClient(
                FetchConfiguration(userAgent: "VenuesTests/1.0"), logger: Logger(label: "venues-tests"),
                resolver: NameResolver { _ in .addresses([]) })
            let claims = VenueClaimEdits(
                database: world.database, site: world.publicSite, outbox: world.outbox,
                website: VenueSite(client: client))
            let clock = world.clock.accountClock
            return VenueRoutes(database: world.database).routes
                + VenueLogoRoutes(database: world.database).routes
                + RestaurantLogoRoutes(database: world.database).routes
                + VenueMemberRoutes(database: world.database, acquaintance: acquaintance, clock: clock).routes
                + VenueClaimRoutes(database: world.database, edits: claims, clock: clock).routes
                + VenueDeviceRoutes(database: world.database, clock: clock).routes
        }, test)
}

extension TestWorld {
    /// A verified venue that Leila owns.
    ///
    /// - Returns: Its path.
    func venue(_ name: String = "Thai Garden", owner: PersonID? = nil) async throws -> String {
        let id = try await restaurant(name)
        let owner = owner ?? cast.leila.id
        try await run(
            "INSERT INTO venue (restaurant_id, state, verified_at) VALUES (\(id), 'verified', now())")
        try await run(
            "INSERT INTO venue_person (restaurant_id, person_id, role) VALUES (\(id), \(owner), 'owner')")
        return "/v1/venues/\(id)"
    }

    /// A restaurant whose contacts have been the same for long.
    func restaurantWithContacts(_ website: String = "https://www.thai-garden.example/") async throws
        -> RestaurantID
    {
        let id = try await restaurant("Thai Garden")
        try await run(
            """
            UPDATE restaurant SET website = \(website), extra = '{"email": "Hello@Thai-Garden.example"}'
             WHERE id = \(id)
            """)
        try await run(
            "UPDATE restaurant SET contact_changed_at = now() - interval '15 days' WHERE id = \(id)")
        return id
    }
}
