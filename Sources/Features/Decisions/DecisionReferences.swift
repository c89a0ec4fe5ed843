import Accounts
import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. A guest's suggestions and ballots pass to the
    /// member. If both supported the same suggestion or voted in the same poll, the member's answer is kept.
    package static let decisions: [PersonReference] = [
        .moves("suggestion", "author_id"),
        .moves("suggestion", "decided_by"),
        .passes("suggestion", "person_id") { pair in
            Command(
                "decisions.transfer_suggested_people",
                "UPDATE suggestion SET person_id = \(pair.member), content = id::text WHERE person_id = \(pair.guest)"
            )
        },
        .moves("suggestion_support", "person_id", unlessMemberHas: "outing_id, suggestion_id"),
        .moves("poll", "opened_by"),
        .moves("poll", "closed_by"),
        .passes("poll_ballot", "person_id") { pair in
            Command(
                "decisions.transfer_ballots",
                """
                UPDATE poll_ballot AS b
                   SET person_id = CASE WHEN NOT EXISTS (SELECT FROM poll_ballot AS own
                                                          WHERE own.outing_id = b.outing_id AND own.poll_id = b.poll_id
                                                            AND own.person_id = \(pair.member))
                                        THEN \(pair.member)::uuid END
                 WHERE b.person_id = \(pair.guest)
                """)
        },
    ]
}
