import Access
import JSON
import NoonishAPI
import Postgres
import TestSupport

extension MatrixWorld {
    /// Thursdays of another century, of which nothing is made yet.
    func series(of host: PersonID, with people: [PersonID]) async throws -> String {
        let id = SeriesID.make()
        try await program.database.batch([
            Command(
                "test.series",
                """
                INSERT INTO series (id, host_id, title, time_zone, starts_clock, frequency, every, weekdays, starts_on,
                                    made_through)
                VALUES (\(id), \(host), 'Lunch', 'UTC', 750, 'weekly', 1, ARRAY[4], '2100-03-04', '2100-03-03')
                """),
            Command(
                "test.series_invitees",
                """
                INSERT INTO series_invitee (series_id, id, address, added_by)
                SELECT \(id), p, p || '@example.org', \(host) FROM unnest(\(people)) AS p
                """),
            Command(
                "test.series_people",
                "INSERT INTO series_person (series_id, person_id) SELECT \(id), p FROM unnest(\(people)) AS p"
            ),
        ])
        return id.description
    }

    /// The token of the link of such a series of the host's.
    func seriesToken() async throws -> String {
        let path = "/v1/series/\(try await series(of: id(of: .host), with: []))/link"
        let answer = try await visitor(.host).post(path)
        guard let url = answer["url"].text, let token = url.split(separator: "/").last else {
            throw Unexpected(answer: answer)
        }
        return String(token)
    }
}
