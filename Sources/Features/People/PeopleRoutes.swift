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
        let acquaintance = Acquaintance(database: database, sharedOutings: sharedOutings)
        people = PersonRoutes(database: database, acquaintance: acquaintance)
        friends = FriendRoutes(
            database: database, edits: FriendEdits(outbox: outbox, site: site), acquaintance: acquaintance)
        blocks = BlockRoutes(database: database, acquaintance: acquaintance)
        contacts = ContactRoutes(database: database)
        pictures = PictureRoutes(database: database, acquaintance: acquaintance)
        diets = DietRoutes(database: database)
    }
}
