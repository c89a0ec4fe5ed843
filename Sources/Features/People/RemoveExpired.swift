package import Jobs
package import Logging
package import Postgres

/// Removes what has had its time: codes and links, sessions, kept mail, and to whom requests were mailed.
///
/// Safe to do twice, and at once: what is gone is gone.
package struct RemoveExpired: Sendable {
    let database: any Database
    let settings: PeopleSettings
    let clock: PeopleClock
    let others: [Command]

    /// - Parameter others: What other features have that has had its time.
    package init(
        _ database: any Database, settings: PeopleSettings, clock: PeopleClock = .ofDatabase,
        others: [Command] = []
    ) {
        self.others = others
        self.database = database
        self.settings = settings
        self.clock = clock
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
        for command in [
            Command(
                "sign_in.remove_expired",
                """
                DELETE FROM sign_in
                 WHERE expires_at < coalesce(\(now), now())
                   AND created_at < coalesce(\(now), now()) - \(PeopleLimits.signInKept) * interval '1 s'
                """),
            Command(
                "address_change.remove_expired",
                """
                DELETE FROM address_change
                 WHERE created_at < coalesce(\(now), now()) - \(PeopleLimits.signInKept) * interval '1 s'
                """),
            Command(
                "provider_visits.remove_expired",
                "DELETE FROM provider_visit WHERE expires_at <= coalesce(\(now), now())"),
            Command(
                "passkey_challenges.remove_expired",
                "DELETE FROM passkey_challenge WHERE expires_at <= coalesce(\(now), now())"),
            Command(
                "sessions.remove_expired",
                """
                DELETE FROM session
                 WHERE ends_at <= coalesce(\(now), now())
                    OR seen_at <= coalesce(\(now), now()) - \(settings.sessionIdle)
                """),
            Command(
                "mail.remove_kept",
                """
                DELETE FROM mail_outbox
                 WHERE due_at IS NULL AND at < now() - \(PeopleLimits.keptMail) * interval '1 s'
                """),
            Command(
                "friends.forget_mail",
                """
                DELETE FROM friend_mail
                 WHERE at < coalesce(\(now), now()) - \(PeopleLimits.friendMailAgain) * interval '1 s'
                """),
        ] + others {
            try await database.execute(command)
        }
    }
}
