import Access
import Foundation
import NoonishAPI
import Outings
import Postgres

extension Query where Row == SuggestionRow {
    static func suggestion(_ id: SuggestionID, of outing: OutingID) -> Self {
        .select("decisions.read_suggestion", "WHERE p.outing_id = \(outing) AND p.id = \(id)")
    }

    /// Returns an outing's suggestions: those that are open or in a poll, oldest first, then the decided
    /// ones, newest first. Withdrawn suggestions are left out.
    static func suggestions(of outing: OutingID) -> Self {
        Query(
            "decisions.list_suggestions",
            """
            (SELECT \(fragment: SuggestionRow.columns)
               FROM \(fragment: SuggestionRow.tables)
              WHERE p.outing_id = \(outing) AND p.state IN ('open', 'polled')
              ORDER BY p.id)
             UNION ALL
            (SELECT \(fragment: SuggestionRow.columns)
               FROM \(fragment: SuggestionRow.tables)
              WHERE p.outing_id = \(outing) AND p.state IN ('accepted', 'denied', 'outvoted')
              ORDER BY p.decided_at DESC, p.id DESC
              LIMIT \(DecisionLimits.decidedShown))
            """)
    }

    static func openSuggestions(of outing: OutingID) -> Self {
        .select(
            "decisions.list_open_suggestions",
            """
             WHERE p.outing_id = \(outing) AND p.state = 'open'
             ORDER BY p.id
            """)
    }

    /// Returns the suggestion with this content that is open or in a poll.
    static func openSuggestion(_ content: String, of outing: OutingID) -> Self {
        .select(
            "decisions.find_same_suggestion",
            "WHERE p.outing_id = \(outing) AND p.content = \(content) AND p.state IN ('open', 'polled')")
    }
}

extension Query where Row == SupportRow {
    static func supports(of suggestions: [SuggestionID], on outing: OutingID) -> Self {
        Query(
            "decisions.list_supports",
            """
            SELECT u.suggestion_id, u.person_id, person.name, u.answer, a.status
              FROM suggestion_support AS u
              JOIN person ON person.id = u.person_id
              LEFT JOIN attendance AS a ON a.outing_id = u.outing_id AND a.person_id = u.person_id
             WHERE u.outing_id = \(outing) AND u.suggestion_id = ANY (\(suggestions))
             ORDER BY lower(person.name), u.person_id
            """)
    }
}

extension Command {
    static func insert(
        _ id: SuggestionID, _ proposal: Proposal, by author: PersonID, of outing: OutingID
    ) -> Command {
        let time = proposal.time
        return Command(
            "decisions.insert_suggestion",
            """
            INSERT INTO suggestion (outing_id, id, author_id, content, time_zone, starts_wall, starts_at, ends_wall,
                   ends_at, restaurant_id, place_name, person_id, address)
            VALUES (\(outing), \(id), \(author), \(proposal.content), \(time?.startsAt.zone),
                   \(time?.startsAt.wall.text)::text::timestamp, \(time?.startsAt.instant),
                   \(time?.endsAt?.wall.text)::text::timestamp, \(time?.endsAt?.instant),
                   \(proposal.restaurant), \(proposal.placeName), \(proposal.person), \(proposal.address))
            """)
    }

    /// Records decisions on suggestions.
    ///
    /// - Parameter person: The person who decided; `nil` if a poll ended at its deadline.
    static func recordDecision(
        _ ids: [SuggestionID], of outing: OutingID, as state: SuggestionRow.StoredState, by person: PersonID?,
        word: String? = nil
    ) -> Command {
        Command(
            "decisions.decide_suggestion",
            """
            UPDATE suggestion
               SET state = \(state.rawValue), denial_reason = \(word), decided_by = \(person), decided_at = now()
             WHERE outing_id = \(outing) AND id = ANY (\(ids))
            """)
    }

    /// Moves suggestions into a poll, or reopens them when the poll ends without deciding them.
    static func reopen(
        _ ids: [SuggestionID], of outing: OutingID, as state: SuggestionRow.StoredState
    ) -> Command {
        Command(
            "decisions.reopen_suggestions",
            """
            UPDATE suggestion
               SET state = \(state.rawValue)
             WHERE outing_id = \(outing) AND id = ANY (\(ids)) AND state IN ('open', 'polled')
            """)
    }

    static func support(
        _ suggestion: SuggestionID, of outing: OutingID, by person: PersonID, _ opinion: Opinion
    ) -> Command {
        Command(
            "decisions.support_suggestion",
            """
            INSERT INTO suggestion_support AS old (outing_id, suggestion_id, person_id, answer)
            VALUES (\(outing), \(suggestion), \(person), \(opinion.rawValue))
                ON CONFLICT (outing_id, suggestion_id, person_id) DO UPDATE
               SET answer = excluded.answer, at = now()
             WHERE old.answer <> excluded.answer
            """)
    }

    /// Deletes the support of people who are no longer on the list from suggestions that are still open.
    static func deleteSupport(of people: [PersonID], on outing: OutingID) -> Command {
        Command(
            "decisions.delete_supports",
            """
            DELETE FROM suggestion_support AS u
             USING suggestion AS p
             WHERE u.outing_id = \(outing) AND u.person_id = ANY (\(people))
               AND p.outing_id = u.outing_id AND p.id = u.suggestion_id AND p.state = 'open'
            """)
    }
}
