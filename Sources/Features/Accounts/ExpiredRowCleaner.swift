package import Access
import Foundation
package import Jobs
package import Postgres

/// Deletes expired rows: codes and links, sessions, kept mail, audit entries, and what other features
/// register.
///
/// Idempotent, and safe to run concurrently.
package struct ExpiredRowCleaner: Sendable {
    let database: any Database
    let clock: AccountClock
    /// The retention rules; the privacy page lists the same ones.
    package let kept: [Retention]

    /// Creates a cleaner.
    ///
    /// - Parameter others: The retention rules of other features.
    package init(
        _ database: any Database, settings: AccountSettings, clock: AccountClock = .databaseTime,
        others: [Retention] = []
    ) {
        self.database = database
        self.clock = clock
        kept = Self.own(settings) + others
    }

    package var worker: AnyWorker {
        AnyWorker("accounts.remove_expired", every: .seconds(3_600)) { try await remove() }
    }

    package func remove() async throws {
        let now = clock.now()
        var failure: (any Error)?
        // One rule that fails does not keep the others from their rows.
        for removal in kept.compactMap(\.removal) {
            do { try await database.execute(removal(now)) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

extension ExpiredRowCleaner {
    private static func own(_ settings: AccountSettings) -> [Retention] {
        let signIns = Duration.seconds(AccountLimits.signInRetention)
        return [
            Retention("signIns", signIns) { now in
                Command(
                    "accounts.remove_expired_sign_ins",
                    """
                    DELETE FROM sign_in
                     WHERE expires_at < coalesce(\(now), now())
                       AND created_at < coalesce(\(now), now()) - \(signIns)
                    """)
            },
            Retention("addressChanges", signIns) { now in
                Command(
                    "accounts.remove_expired_email_changes",
                    "DELETE FROM email_change WHERE created_at < coalesce(\(now), now()) - \(signIns)")
            },
            Retention("providerVisits", .seconds(IdentityLimits.visit)) { now in
                Command(
                    "accounts.remove_expired_provider_authorizations",
                    "DELETE FROM provider_authorization WHERE expires_at <= coalesce(\(now), now())")
            },
            Retention("passkeyChallenges", .seconds(PasskeyLimits.challenge)) { now in
                Command(
                    "accounts.remove_expired_passkey_challenges",
                    "DELETE FROM passkey_challenge WHERE expires_at <= coalesce(\(now), now())")
            },
            Retention("sessionsUnused", settings.sessionIdle) { now in
                Command(
                    "accounts.remove_unused_sessions",
                    "DELETE FROM session WHERE seen_at <= coalesce(\(now), now()) - \(settings.sessionIdle)")
            },
            Retention("sessions", settings.sessionLife) { now in
                Command(
                    "accounts.remove_ended_sessions",
                    "DELETE FROM session WHERE ends_at <= coalesce(\(now), now())")
            },
            Retention("keptMail", .seconds(AccountLimits.outboxMail)) { now in
                Command(
                    "accounts.remove_kept_mail",
                    """
                    DELETE FROM mail_outbox
                     WHERE NOT is_queued
                       AND at < coalesce(\(now), now()) - \(AccountLimits.outboxMail) * interval '1 s'
                    """)
            },
            Retention("audit", AuditLimits.kept) { _ in .pruneAudit() },
        ]
    }
}
