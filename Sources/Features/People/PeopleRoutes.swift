package import Access
package import NoonishAPI
package import Postgres

/// Every route of this feature.
package struct PeopleRoutes: Sendable {
    package let routes: [Route]

    /// - Parameter signedOut: Told of everybody of whom a session was ended.
    package init(
        _ database: PostgresClient, settings: PeopleSettings, site: Site, outbox: MailOutbox,
        door: OutboxDoor,
        sharedOutings: any SharedOutings, clock: PeopleClock = .ofDatabase,
        signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) {
        let signIn = SignInEdits(database, settings: settings, site: site, outbox: outbox, clock: clock)
        routes =
            SignInRoutes(signIn).routes
            + AddressChangeRoutes(
                edits: AddressChangeEdits(
                    database: database, settings: settings, site: site, outbox: outbox, clock: clock)
            ).routes
            + SessionRoutes(database, settings: settings, clock: clock, signedOut: signedOut).routes
            + PersonRoutes(database, sharedOutings: sharedOutings).routes
            + FriendRoutes(database, outbox: outbox, site: site, sharedOutings: sharedOutings).routes
            + BlockRoutes(database, sharedOutings: sharedOutings).routes
            + ContactRoutes(database).routes
            + CircleRoutes(database, sharedOutings: sharedOutings).routes
            + OutboxRoutes(database, door: door).routes
    }
}
