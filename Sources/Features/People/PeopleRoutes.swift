package import Access
package import Postgres

/// Every route of this feature.
package struct PeopleRoutes: Sendable {
    package let routes: [Route]

    package init(
        _ database: PostgresClient, settings: PeopleSettings, site: Site, outbox: MailOutbox,
        door: OutboxDoor,
        sharedOutings: any SharedOutings, clock: PeopleClock = .ofDatabase
    ) {
        let signIn = SignInEdits(database, settings: settings, site: site, outbox: outbox, clock: clock)
        routes =
            SignInRoutes(signIn).routes
            + SessionRoutes(database, settings: settings, clock: clock).routes
            + PersonRoutes(database, sharedOutings: sharedOutings).routes
            + FriendRoutes(database, outbox: outbox, site: site, sharedOutings: sharedOutings).routes
            + OutboxRoutes(database, door: door).routes
    }
}
