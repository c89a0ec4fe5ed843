package import Foundation

/// What "now" is to sign-ins and sessions.
///
/// The database's clock decides, so that several machines agree on what has expired; a test hands in another. SQL says
/// `coalesce(now, now())`.
package struct AccountClock: Sendable {
    /// Nil means the database's clock.
    package let now: @Sendable () -> Date?

    package init(_ now: @escaping @Sendable () -> Date?) { self.now = now }

    package static let ofDatabase = AccountClock { nil }
}
