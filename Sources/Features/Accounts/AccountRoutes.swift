package import Access
internal import Foundation
package import Logging
package import NoonishAPI
package import Postgres

/// The routes of accounts: signing in, sessions, identities, passkeys, addresses and the outbox for development.
package struct AccountRoutes: Sendable {
    package let routes: [Route]

    /// - Parameters:
    ///   - providers: The identity providers that members may sign in with.
    ///   - claims: Merges guests into the accounts of those who sign in; `nil` when guests are never merged.
    ///   - signedOut: Called with each person one of whose sessions was ended.
    package init(
        _ database: PostgresClient, settings: AccountSettings, site: Site, outbox: MailOutbox,
        accessGuard: LocalhostGuard, providers: IdentityProviders = .none, claims: (any GuestClaims)? = nil,
        clock: AccountClock = .databaseTime, logger: Logger = Logger(label: "accounts"),
        signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) {
        let signIn = SignInEdits(
            database, settings: settings, site: site, outbox: outbox, clock: clock, claims: claims)
        let providerSignIn = ProviderSignIn(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock,
            exchanges: providers.exchanges(clock), logger: logger, claims: claims)
        let methods = SignInMethods(
            hasMail: outbox.delivery != .none, hasPasskeys: PasskeySite(site) != nil,
            issuers: providers.all.map(\.issuer))
        let passkeys = PasskeyEdits(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock, methods: methods,
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
            + IdentityRoutes(database: database, methods: methods, clock: clock).routes
            + AddressChangeRoutes(edits: addresses).routes
            + SessionRoutes(database, settings: settings, clock: clock, signedOut: signedOut).routes
            + OutboxRoutes(database, accessGuard: accessGuard).routes
    }
}
