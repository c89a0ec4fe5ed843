import Access
import Foundation
import NoonishAPI
import Outings
package import Postgres

extension Query where Row == PollRow {
    static func poll(_ id: PollID, of outing: OutingID) -> Self {
        .select("decisions.read_poll", "WHERE p.outing_id = \(outing) AND p.id = \(id)")
    }

    /// Returns an outing's polls: the open ones first, then by newest.
    static func polls(of outing: OutingID) -> Self {
        .select(
            "decisions.list_polls",
            """
             WHERE p.outing_id = \(outing)
             ORDER BY p.closed_at IS NOT NULL, p.id DESC
             LIMIT \(DecisionLimits.pollsShown)
            """)
    }
}

/// A poll whose deadline has passed.
@Row
package struct DuePoll: PostgresRow {
    let outing: OutingID
    let poll: PollID
}

extension Query where Row == DuePoll {
    static var due: Self {
        Query(
            "decisions.list_due_polls",
            """
            SELECT p.outing_id, p.id
              FROM poll AS p
             WHERE p.closed_at IS NULL AND p.closes_at <= now()
             ORDER BY p.closes_at
             LIMIT \(DecisionLimits.closingBatch)
            """)
    }
}

extension Query where Row == PollOptionRow {
    /// Returns the options of polls, in the order in which they were given.
    static func options(of polls: [PollID], on outing: OutingID) -> Self {
        Query(
            "decisions.list_poll_options",
            """
            SELECT p.poll_id, p.id, p.suggestion_id, \(fragment: Proposal.columns)
              FROM poll_option AS p
             WHERE p.outing_id = \(outing) AND p.poll_id = ANY (\(polls))
             ORDER BY p.poll_id, p.id
            """)
    }
}

extension Query where Row == PollVoteRow {
    static func votes(in polls: [PollID], on outing: OutingID) -> Self {
        Query(
            "decisions.list_poll_votes",
            """
            SELECT v.poll_id, v.ballot_id, b.person_id, person.name, v.option_id, v.answer
              FROM poll_vote AS v
              JOIN poll_ballot AS b
                ON b.outing_id = v.outing_id AND b.poll_id = v.poll_id AND b.id = v.ballot_id
              LEFT JOIN person ON person.id = b.person_id
             WHERE v.outing_id = \(outing) AND v.poll_id = ANY (\(polls))
             ORDER BY v.poll_id, lower(person.name), v.ballot_id, v.option_id
            """)
    }
}

extension Query where Row == BallotID {
    /// Returns a person's ballot, creating one if they have not voted yet.
    static func ballot(of person: PersonID, in poll: PollID, on outing: OutingID) -> Self {
        Query(
            "decisions.read_ballot", on: .write,
            """
            INSERT INTO poll_ballot (outing_id, poll_id, id, person_id)
            VALUES (\(outing), \(poll), \(BallotID.make()), \(person))
                ON CONFLICT ON CONSTRAINT poll_ballot_once_a_person DO UPDATE
               SET at = now()
            RETURNING id
            """)
    }
}

extension Command {
    static func insert(
        _ poll: PollID, of outing: OutingID, by host: PersonID, closesAt: Date, hidden: Bool, applies: Bool,
        seed: DrawSeed
    ) -> Command {
        Command(
            "decisions.insert_poll",
            """
            INSERT INTO poll (outing_id, id, opened_by, closes_at, hidden, applies, seed, commitment)
            VALUES (\(outing), \(poll), \(host), \(closesAt), \(hidden), \(applies), \(seed.bytes),
                   \(seed.commitment))
            """)
    }

    static func insert(
        _ option: PollOptionID, _ proposal: Proposal, suggestion: SuggestionID?, in poll: PollID,
        on outing: OutingID
    ) -> Command {
        let time = proposal.time
        return Command(
            "decisions.insert_poll_option",
            """
            INSERT INTO poll_option (outing_id, poll_id, id, content, suggestion_id, time_zone, starts_wall, starts_at,
                   ends_wall, ends_at, restaurant_id, place_name)
            VALUES (\(outing), \(poll), \(option), \(proposal.content), \(suggestion), \(time?.startsAt.zone),
                   \(time?.startsAt.wall.text)::text::timestamp, \(time?.startsAt.instant),
                   \(time?.endsAt?.wall.text)::text::timestamp, \(time?.endsAt?.instant),
                   \(proposal.restaurant), \(proposal.placeName))
            """)
    }

    static func clear(_ ballot: BallotID, in poll: PollID, on outing: OutingID) -> Command {
        Command(
            "decisions.clear_ballot",
            "DELETE FROM poll_vote WHERE outing_id = \(outing) AND poll_id = \(poll) AND ballot_id = \(ballot)"
        )
    }

    static func remove(_ ballot: BallotID, from poll: PollID, on outing: OutingID) -> Command {
        Command(
            "decisions.delete_ballot",
            "DELETE FROM poll_ballot WHERE outing_id = \(outing) AND poll_id = \(poll) AND id = \(ballot)")
    }

    static func insert(
        _ votes: [PollBallot.Vote], on ballot: BallotID, in poll: PollID, on outing: OutingID
    ) -> Command {
        Command(
            "decisions.insert_poll_votes",
            """
            INSERT INTO poll_vote (outing_id, poll_id, ballot_id, option_id, answer)
            SELECT \(outing), \(poll), \(ballot), new.option_id, new.answer
              FROM unnest(\(votes.map(\.option)), \(votes.map(\.answer.rawValue))) AS new (option_id, answer)
            """)
    }

    /// Deletes the ballots in open polls of people who are no longer on the list.
    static func deleteBallots(of people: [PersonID], on outing: OutingID) -> Command {
        Command(
            "decisions.delete_ballots",
            """
            DELETE FROM poll_ballot AS b
             USING poll AS p
             WHERE b.outing_id = \(outing) AND b.person_id = ANY (\(people))
               AND p.outing_id = b.outing_id AND p.id = b.poll_id AND p.closed_at IS NULL
            """)
    }

    /// Deletes the ballots of guests who were merged with a member who had voted too. The member's own ballot
    /// counts instead.
    static func deleteDuplicateBallots(in poll: PollID, on outing: OutingID) -> Command {
        Command(
            "decisions.delete_duplicate_ballots",
            "DELETE FROM poll_ballot WHERE outing_id = \(outing) AND poll_id = \(poll) AND person_id IS NULL")
    }

    /// Closes a poll.
    ///
    /// - Parameter person: The host who closes the poll, or `nil` if its deadline passed.
    static func close(
        _ poll: PollRow, _ outcome: PollOutcome, isApplied: Bool, by person: PersonID?
    ) -> Command {
        Command(
            "decisions.close_poll",
            """
            UPDATE poll
               SET closed_at = now(), closed_by = \(person), winner_id = \(outcome.winner),
                   drawn = \(outcome.isDrawn), applied_at = CASE WHEN \(isApplied) THEN now() END
             WHERE outing_id = \(poll.outing) AND id = \(poll.id) AND closed_at IS NULL
            """)
    }

    static func markApplied(_ poll: PollRow) -> Command {
        Command(
            "decisions.mark_poll_applied",
            "UPDATE poll SET applied_at = now() WHERE outing_id = \(poll.outing) AND id = \(poll.id)")
    }
}
