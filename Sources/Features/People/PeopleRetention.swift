package import Access
internal import Postgres

extension Retention {
    /// The addresses to which friend requests were mailed.
    package static let friendMail = Retention("friendMail", .seconds(PeopleLimits.friendMailInterval)) { now in
        Command(
            "friends.forget_mail",
            """
            DELETE FROM friend_mail
             WHERE at < coalesce(\(now), now()) - \(PeopleLimits.friendMailInterval) * interval '1 s'
            """)
    }
}
