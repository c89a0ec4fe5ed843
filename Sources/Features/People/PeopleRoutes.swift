package import Access
package import Accounts
package import Postgres

/// The routes of people: profiles, friends, blocks, contacts, pictures and diets.
package struct PeopleRoutes: RouteGroup {
    private let people: PersonRoutes
    private let friends: FriendRoutes
    private let blocks: BlockRoutes
    private let contacts: ContactRoutes
    private let pictures: PictureRoutes
    private let diets: DietRoutes

    package static let definitions: [RouteDefinition<Self>] = [
        PersonRoutes.definitions { $0.people },
        FriendRoutes.definitions { $0.friends },
        BlockRoutes.definitions { $0.blocks },
        ContactRoutes.definitions { $0.contacts },
        DietRoutes.definitions { $0.diets },
        PictureRoutes.definitions { $0.pictures },
    ].flatMap { $0 }

    package init(
        _ database: PostgresClient, site: Site, outbox: MailOutbox, sharedOutings: any SharedOutings
    ) {
        people = PersonRoutes(database, sharedOutings: sharedOutings)
        friends = FriendRoutes(database, outbox: outbox, site: site, sharedOutings: sharedOutings)
        blocks = BlockRoutes(database, sharedOutings: sharedOutings)
        contacts = ContactRoutes(database)
        pictures = PictureRoutes(
            database, acquaintance: Acquaintance(database: database, sharedOutings: sharedOutings))
        diets = DietRoutes(database: database)
    }
}
