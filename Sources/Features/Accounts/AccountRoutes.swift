package import Access
import Foundation
package import Logging
package import NoonishAPI
package import Postgres

/// The routes of accounts: signing in, sessions, identities, passkeys, addresses and the outbox for development.
package struct AccountRoutes: RouteGroup {
    private let signIn: SignInRoutes
    private let providers: ProviderRoutes
    /// `nil` if Facebook is not configured.
    private let facebook: FacebookRoutes?
    private let passkeys: PasskeyRoutes
    private let identities: IdentityRoutes
    private let addresses: AddressChangeRoutes
    private let sessions: SessionRoutes
    /// `nil` if mail is sent through a mail server.
    private let outbox: OutboxRoutes?

    package static let definitions: [RouteDefinition<Self>] = [
        SignInRoutes.definitions { $0.signIn },
        SessionRoutes.definitions { $0.sessions },
        AddressChangeRoutes.definitions { $0.addresses },
        OutboxRoutes.definitions { $0.outbox },
        ProviderRoutes.definitions { $0.providers },
        FacebookRoutes.definitions { $0.facebook },
        IdentityRoutes.definitions { $0.identities },
        PasskeyRoutes.definitions { $0.passkeys },
    ].flatMap { $0 }

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - providers: The identity providers with which members may sign in.
    ///   - claims: Merges guests into the accounts of people who sign in; `nil` if guests are never merged.
    ///   - signedOut: Called with each person one of whose sessions was ended.
    package init(
        _ database: PostgresClient, settings: AccountSettings, site: Site, outbox: MailOutbox,
        accessGuard: LocalhostGuard, providers: IdentityProviders = .none, claims: (any GuestClaims)? = nil,
        clock: AccountClock = .databaseTime, logger: Logger = Logger(label: "accounts"),
        signedOut: @escaping @Sendable (PersonID) -> Void = { _ in }
    ) {
        let account = AccountContext(
            database: database, settings: settings, site: site, outbox: outbox, clock: clock, claims: claims)
        let methods = SignInMethods(
            hasMail: outbox.delivery != .none, hasPasskeys: PasskeySite(site) != nil,
            issuers: providers.all.map(\.issuer))
        signIn = SignInRoutes(edits: SignInEdits(account), providers: providers.all)
        self.providers = ProviderRoutes(
            signIn: ProviderSignIn(
                account: account, exchanges: providers.exchanges(clock), logger: logger))
        facebook = providers.all.first(where: \.isFacebook).map {
            FacebookRoutes(database: database, provider: $0, site: site, signedOut: signedOut)
        }
        passkeys = PasskeyRoutes(
            edits: PasskeyEdits(account: account, methods: methods, logger: logger))
        identities = IdentityRoutes(database: database, methods: methods, clock: clock)
        addresses = AddressChangeRoutes(edits: AddressChangeEdits(account: account))
        sessions = SessionRoutes(
            database: database, settings: settings, clock: clock, signedOut: signedOut)
        self.outbox = accessGuard.isEnabled ? OutboxRoutes(database: database, accessGuard: accessGuard) : nil
    }
}
