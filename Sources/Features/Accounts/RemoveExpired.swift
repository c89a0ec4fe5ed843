package import Access
internal import Foundation
package import Jobs
package import Logging
package import Postgres

/// Removes what has had its time: codes and links, sessions, kept mail, and to whom requests were mailed.
///
/// Safe to do twice, and at once: what is gone is gone.
package struct RemoveExpired: Sendable {
    let database: any Database
    let clock: AccountClock
    /// What is removed, and when; the page about privacy tells the same.
    package let kept: [Retention]

    /// - Parameter others: What other features have that has had its time.
    package init(
        _ database: any Database, settings: AccountSettings, clock: AccountClock = .ofDatabase,
        others: [Retention] = []
    ) {
        self.database = database
        self.clock = clock
        kept = Self.own(settings) + others
    }

    /// Removes every hour, for as long as the program runs.
    package func loop(logger: Logger) -> WorkLoop {
        WorkLoop("people.remove_expired", pace: .init(pollInterval: .seconds(3_600)), logger: logger) {
            try await remove()
            return .idle
        }
    }

    package func remove() async throws {
        let now = clock.now()
        for removal in kept.compactMap(\.removal) { try await database.execute(removal(now)) }
    }
}

extension RemoveExpired {
    private static func own(_ settings: AccountSettings) -> [Retention] {
        let signIns = Duration.seconds(AccountLimits.signInKept)
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
            Retention("keptMail", .seconds(AccountLimits.keptMail)) { now in
                Command(
                    "accounts.remove_kept_mail",
                    """
                    DELETE FROM mail_outbox
                     WHERE due_at IS NULL
                       AND at < coalesce(\(now), now()) - \(AccountLimits.keptMail) * interval '1 s'
                    """)
            },
            Retention("audit", AuditLimits.kept) { _ in .pruneAudit() },
        ]
    }
}
