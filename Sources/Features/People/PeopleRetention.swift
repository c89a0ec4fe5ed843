package import Access
import Postgres

extension Retention {
    /// The addresses to which friend requests were mailed.
    package static let friendMail = Retention("friendMail", .seconds(PeopleLimits.friendMailInterval)) {
        now in
        Command(
            "people.remove_old_friend_request_mails",
            """
            DELETE FROM friend_request_mail
             WHERE at < coalesce(\(now), now()) - \(PeopleLimits.friendMailInterval) * interval '1 s'
            """)
    }
}
