package import Foundation

/// The source of the current time for sign-ins and sessions.
///
/// Production uses the database's clock, so that several machines agree on what has expired. Tests pass a
/// clock of their own. Queries read it as `coalesce(now, now())`.
package struct AccountClock: Sendable {
    /// Returns the current time, or `nil` for the database's clock.
    package let now: @Sendable () -> Date?

    package init(_ now: @escaping @Sendable () -> Date?) { self.now = now }

    package static let databaseTime = AccountClock { nil }
}
