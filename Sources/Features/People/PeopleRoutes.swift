package import Access
package import Accounts
package import Postgres

/// The routes of people: profiles, friends, blocks, contacts, pictures and diets.
package struct PeopleRoutes: Sendable {
    package let routes: [Route]

    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, sharedOutings: any SharedOutings
    ) {
        routes =
            PersonRoutes(database, sharedOutings: sharedOutings).routes
            + FriendRoutes(database, outbox: outbox, site: site, sharedOutings: sharedOutings).routes
            + BlockRoutes(database, sharedOutings: sharedOutings).routes
            + ContactRoutes(database).routes
            + PictureRoutes(
                database, acquaintance: Acquaintance(database: database, sharedOutings: sharedOutings)
            ).routes
            + DietRoutes(database: database).routes
    }
}
