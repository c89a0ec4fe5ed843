import Access
import Foundation
import NoonishAPI
import Postgres

extension MatrixWorld {
    /// An open suggestion of `actor`'s, or of the host's where they are not on the list.
    func suggestion(by actor: MatrixActor) async throws -> String {
        let author =
            switch actor {
            case .guest: PersonID(guestPerson)
            case .invitee, .cohost, .host: id(of: actor)
            default: id(of: .host)
            }
        let suggestion = SuggestionID.make()
        try await program.database.execute(
            Command(
                "test.suggestion",
                """
                INSERT INTO suggestion (outing_id, id, author_id, content, place_name)
                VALUES (\(OutingID(outing)), \(suggestion), \(author), \("place \(suggestion)"), \("Pier \(suggestion)"))
                """))
        return suggestion.description
    }

    /// The only open vote on the outing.
    func poll() async throws -> String {
        let poll = PollID.make()
        try await program.database.batch([
            Command(
                "test.close_polls",
                "UPDATE poll SET closed_at = now() WHERE outing_id = \(OutingID(outing)) AND closed_at IS NULL"
            ),
            Command(
                "test.poll",
                """
                INSERT INTO poll (outing_id, id, opened_by, closes_at, hidden, applies, seed, commitment)
                VALUES (\(OutingID(outing)), \(poll), \(id(of: .host)), now() + interval '1 day', false, false,
                        decode(repeat('33', 32), 'hex'), sha256(decode(repeat('33', 32), 'hex')))
                """),
        ])
        for place in ["Pier", "Hill"] {
            try await program.database.execute(
                Command(
                    "test.poll_option",
                    """
                    INSERT INTO poll_option (outing_id, poll_id, id, content, place_name)
                    VALUES (\(OutingID(outing)), \(poll), \(PollOptionID.make()), \(place), \(place))
                    """))
        }
        return poll.description
    }
}
