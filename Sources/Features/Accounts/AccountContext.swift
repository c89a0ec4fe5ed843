import Access
import Postgres

/// What signing in and changing the ways to sign in have in common.
struct AccountContext: Sendable {
    let database: PostgresClient
    let settings: AccountSettings
    let site: Site
    let outbox: MailOutbox
    let clock: AccountClock
    /// Merges guests who were invited before they had an account; `nil` if guests are never merged.
    let claims: (any GuestClaims)?

    var start: SessionStart { SessionStart(settings: settings, clock: clock, claims: claims) }
}
