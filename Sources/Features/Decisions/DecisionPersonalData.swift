package import NoonishAPI
import Outings
package import Postgres
package import Privacy

/// Exports and erases a person's suggestions, supports and ballots.
///
/// Erasing a person withdraws their open suggestions and deletes their ballots in open polls. Decided
/// suggestions and polls stay for the other people involved, without the person's name and text.
package struct DecisionPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "suggestions.json", "decisions.export_suggestions",
            .object([
                "made": .list(
                    of: """
                        'outing', s.outing_id, 'startsAt', s.starts_at, 'endsAt', s.ends_at,
                        'timeZone', s.time_zone, 'place', s.place_name, 'email', s.address,
                        'state', s.state, 'word', s.denial_reason, 'at', s.created_at
                        """,
                    orderedBy: "s.id", "FROM suggestion AS s WHERE s.author_id = own.id"),
                "supported": .list(
                    of:
                        "'outing', u.outing_id, 'suggestion', u.suggestion_id, 'answer', u.answer, 'at', u.at",
                    orderedBy: "u.suggestion_id",
                    "FROM suggestion_support AS u WHERE u.person_id = own.id"),
                "decided": .list(
                    of: """
                        'outing', s.outing_id, 'suggestion', s.id, 'state', s.state,
                        'word', s.denial_reason, 'at', s.decided_at
                        """,
                    orderedBy: "s.id", "FROM suggestion AS s WHERE s.decided_by = own.id"),
            ])),
        PersonalFile(
            "votes.json", "decisions.export_votes",
            .list(
                of: """
                    'outing', b.outing_id, 'poll', b.poll_id, 'ballot', b.id, 'at', b.at,
                    'votes', \(fragment: Self.votes)
                    """,
                orderedBy: "b.id", "FROM poll_ballot AS b WHERE b.person_id = own.id")),
    ]

    private static let votes = SQL.list(
        of: "'startsAt', o.starts_at, 'place', o.place_name, 'answer', v.answer", orderedBy: "o.id",
        """
        FROM poll_vote AS v
        JOIN poll_option AS o
          ON o.outing_id = v.outing_id AND o.poll_id = v.poll_id AND o.id = v.option_id
        WHERE v.outing_id = b.outing_id AND v.poll_id = b.poll_id AND v.ballot_id = b.id
        """)

    package init() {}

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        for outing in try await transaction.all(.outingsWithOpenDecisions(by: person)) {
            try await transaction.execute(.lock(outing))
        }
        for command in erasure(of: person) { try await transaction.execute(command) }
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            // A suggestion that is an option of an open poll becomes the host's, who opened the poll.
            Command(
                "decisions.erase_suggestions_in_polls",
                """
                UPDATE poll_option AS o
                   SET suggestion_id = NULL
                  FROM suggestion AS s
                 WHERE s.outing_id = o.outing_id AND s.id = o.suggestion_id
                   AND s.author_id = \(person) AND s.state = 'polled'
                """),
            Command(
                "decisions.erase_open_suggestions",
                """
                UPDATE suggestion
                   SET state = 'withdrawn', decided_at = now(), decided_by = NULL
                 WHERE (author_id = \(person) OR person_id = \(person)
                        OR address IN (SELECT e.address FROM person_email AS e WHERE e.person_id = \(person))
                        OR address IN (SELECT i.address FROM invitation AS i WHERE i.person_id = \(person)))
                   AND (state = 'open' OR state = 'polled' AND author_id = \(person))
                """),
            Command(
                "decisions.erase_suggested_texts",
                """
                UPDATE suggestion
                   SET address = NULL, content = id::text,
                       place_name = CASE WHEN restaurant_id IS NULL THEN NULL ELSE place_name END
                 WHERE author_id = \(person)
                   AND (address IS NOT NULL OR place_name IS NOT NULL AND restaurant_id IS NULL)
                """),
            Command(
                "decisions.erase_suggested_addresses",
                """
                UPDATE suggestion
                   SET address = NULL, content = id::text
                 WHERE address IN (SELECT e.address FROM person_email AS e WHERE e.person_id = \(person))
                    OR address IN (SELECT i.address FROM invitation AS i WHERE i.person_id = \(person))
                """),
            Command(
                "decisions.erase_denial_reasons",
                "UPDATE suggestion SET denial_reason = NULL WHERE decided_by = \(person) AND denial_reason IS NOT NULL"
            ),
            Command(
                "decisions.erase_open_ballots",
                """
                DELETE FROM poll_ballot AS b
                 USING poll AS p
                 WHERE b.person_id = \(person) AND p.outing_id = b.outing_id AND p.id = b.poll_id
                   AND p.closed_at IS NULL
                """),
        ]
    }
}

extension Query where Row == OutingID {
    /// Returns the outings with open suggestions or polls that the person takes part in, in the order in
    /// which rows are locked.
    fileprivate static func outingsWithOpenDecisions(by person: PersonID) -> Self {
        Query(
            "decisions.list_outings_decided",
            """
            SELECT outing_id
              FROM suggestion
             WHERE (author_id = \(person) OR person_id = \(person)) AND state IN ('open', 'polled')
             UNION
            SELECT b.outing_id
              FROM poll_ballot AS b
              JOIN poll AS p ON p.outing_id = b.outing_id AND p.id = b.poll_id
             WHERE b.person_id = \(person) AND p.closed_at IS NULL
             ORDER BY 1
            """)
    }
}
