package import Access
internal import Foundation
package import Logging
package import NoonishAPI
package import Postgres

/// Every route of this feature.
package struct PeopleRoutes: Sendable {
    package let routes: [Route]

    /// - Parameters:
    ///   - providers: Who else may say who people are, and how to ask them; nil: nobody.
    ///   - claims: Merges guests into the accounts of those who sign in; nil for nobody.
    ///   - signedOut: Told of everybody of whom a session was ended.
    package init(
        _ database: PostgresClient, settings: PeopleSettings, site: Site, outbox: MailOutbox,
        door: OutboxDoor,
        sharedOutings: any SharedOutings, providers: IdentityProviders = .none,
        claims: (any GuestClaims)? = nil,
        clock: PeopleClock = .ofDatabase, logger: Logger = Logger(label: "people"),
        signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) {
        let signIn = SignInEdits(
            database, settings: settings, site: site, outbox: outbox, clock: clock, claims: claims)
        let providerSignIn = ProviderSignIn(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock,
            exchanges: providers.exchanges(clock), logger: logger, claims: claims)
        let ways = WaysIn(
            hasMail: outbox.delivery != .none, hasPasskeys: PasskeySite(site) != nil,
            issuers: providers.all.map(\.issuer))
        let passkeys = PasskeyEdits(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock, ways: ways,
            logger: logger, claims: claims)
        let addresses = AddressChangeEdits(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock, claims: claims)
        let facebook = providers.all.filter(\.isFacebook).prefix(1).map {
            FacebookRoutes(database: database, provider: $0, site: site, signedOut: signedOut)
        }
        routes =
            SignInRoutes(signIn, providers: providers.all).routes
            + ProviderRoutes(signIn: providerSignIn).routes
            + facebook.flatMap(\.routes)
            + PasskeyRoutes(passkeys).routes
            + IdentityRoutes(database: database, ways: ways, clock: clock).routes
            + AddressChangeRoutes(edits: addresses).routes
            + SessionRoutes(database, settings: settings, clock: clock, signedOut: signedOut).routes
            + PersonRoutes(database, sharedOutings: sharedOutings).routes
            + FriendRoutes(database, outbox: outbox, site: site, sharedOutings: sharedOutings).routes
            + BlockRoutes(database, sharedOutings: sharedOutings).routes
            + ContactRoutes(database).routes
            + CircleRoutes(database, sharedOutings: sharedOutings).routes
            + PictureRoutes(
                database, acquaintance: Acquaintance(database: database, sharedOutings: sharedOutings)
            ).routes
            + ReportRoutes(
                database: database,
                acquaintance: Acquaintance(database: database, sharedOutings: sharedOutings)
            ).routes
            + DietRoutes(database: database).routes
            + OutboxRoutes(database, door: door).routes
    }
}
