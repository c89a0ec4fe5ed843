package import Access
internal import Postgres

extension Retention {
    /// To whom friend requests were mailed.
    package static let friendMail = Retention("friendMail", .seconds(PeopleLimits.friendMailAgain)) { now in
        Command(
            "people.remove_old_friend_request_mails",
            """
            DELETE FROM friend_request_mail
             WHERE at < coalesce(\(now), now()) - \(PeopleLimits.friendMailAgain) * interval '1 s'
            """)
    }
}
