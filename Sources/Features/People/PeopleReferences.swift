import Accounts
import NoonishAPI
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. A guest has no sign-in, friends, circles or
    /// devices. An export or erasure that a guest requested does not apply to the member's account.
    package static let people: [PersonReference] = [
        PersonReference("person_email", "person_id", .ends),
        PersonReference("session", "person_id", .ends),
        PersonReference("email_change", "person_id", .ends),
        PersonReference("identity", "person_id", .ends),
        PersonReference("identity_friend", "friend_id", .ends),
        PersonReference("provider_authorization", "person_id", .ends),
        PersonReference("passkey", "person_id", .ends),
        PersonReference("passkey_challenge", "person_id", .ends),
        PersonReference("friendship", "low_id", .ends),
        PersonReference("friendship", "high_id", .ends),
        PersonReference("friend_request", "from_id", .ends),
        PersonReference("friend_request", "to_id", .ends),
        PersonReference("friend_request_mail", "from_id", .ends),
        PersonReference("person_block", "person_id", .ends),
        PersonReference("person_block", "other_id", .ends),
        PersonReference("circle", "owner_id", .ends),
        PersonReference("circle_member", "person_id", .ends),
        PersonReference("profile_picture", "person_id", .ends),
        .passes("diet_need", "person_id") { both in
            Command("people.transfer_diets", "SELECT transfer_diet_need(\(both.guest), \(both.member))")
        },
        PersonReference("data_export", "person_id", .ends),
        PersonReference("erasure_request", "person_id", .ends),
        PersonReference("abuse_report", "by_id", .ends),
        .passes("abuse_report", "about_id") { both in
            Command(
                "people.transfer_reports",
                """
                UPDATE abuse_report AS r
                   SET about_id = \(both.member)
                 WHERE r.about_id = \(both.guest) AND r.by_id IS DISTINCT FROM \(both.member)
                   AND (r.closed_at IS NOT NULL
                        OR NOT EXISTS (SELECT FROM abuse_report AS o
                                        WHERE o.about_id = \(both.member) AND o.by_id = r.by_id
                                          AND o.message_id = r.message_id AND o.closed_at IS NULL))
                """)
        },
    ]
}
