internal import Accounts
internal import Postgres
package import Privacy

extension PersonReference {
    /// The columns of this feature that reference `person`. A guest's suggestions and ballots pass to the
    /// member. If both supported the same suggestion or voted in the same poll, the member's answer is kept.
    package static let decisions: [PersonReference] = [
        PersonReference(
            "suggestion", "author_id",
            .passes { pair in
                Command(
                    "decisions.transfer_suggestions",
                    "UPDATE suggestion SET author_id = \(pair.member) WHERE author_id = \(pair.guest)")
            }),
        PersonReference(
            "suggestion", "decided_by",
            .passes { pair in
                Command(
                    "decisions.transfer_decisions",
                    "UPDATE suggestion SET decided_by = \(pair.member) WHERE decided_by = \(pair.guest)")
            }),
        PersonReference(
            "suggestion", "person_id",
            .passes { pair in
                Command(
                    "decisions.transfer_suggested_people",
                    "UPDATE suggestion SET person_id = \(pair.member), content = id::text WHERE person_id = \(pair.guest)"
                )
            }),
        PersonReference(
            "suggestion_support", "person_id",
            .passes { pair in
                Command(
                    "decisions.transfer_supports",
                    """
                    UPDATE suggestion_support AS u
                       SET person_id = \(pair.member)
                     WHERE u.person_id = \(pair.guest)
                       AND NOT EXISTS (SELECT FROM suggestion_support AS own
                                        WHERE own.outing_id = u.outing_id AND own.suggestion_id = u.suggestion_id
                                          AND own.person_id = \(pair.member))
                    """)
            }),
        PersonReference(
            "poll", "opened_by",
            .passes { pair in
                Command(
                    "decisions.transfer_polls",
                    "UPDATE poll SET opened_by = \(pair.member) WHERE opened_by = \(pair.guest)")
            }),
        PersonReference(
            "poll", "closed_by",
            .passes { pair in
                Command(
                    "decisions.transfer_closed_polls",
                    "UPDATE poll SET closed_by = \(pair.member) WHERE closed_by = \(pair.guest)")
            }),
        PersonReference(
            "poll_ballot", "person_id",
            .passes { pair in
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
            }),
    ]
}
