import Access
package import NoonishAPI
internal import Outings
package import Postgres

extension TestWorld {
    /// Runs a statement.
    package func run(_ statement: SQL) async throws {
        try await database.execute(Command("test.run", statement))
    }

    /// Returns the only value of a query.
    package func count(_ query: SQL) async throws -> Int {
        try await database.one(Query("test.count", query) { row throws(PostgresError) in try row.next() })
    }

    /// Returns the token of the newest personal link that was mailed to `address`.
    ///
    /// - Parameter outing: `nil` for any outing.
    package func personalToken(of address: String, on outing: OutingID? = nil) async throws -> String {
        let id = try await database.one(
            Query<InvitationID>(
                "test.invitation",
                """
                SELECT id FROM invitation
                 WHERE address = \(address) AND outing_id = coalesce(\(outing), outing_id)
                 ORDER BY id DESC LIMIT 1
                """
            ) { row throws(PostgresError) in try row.next() })
        return SecretKey.forTests.personalToken(of: id)
    }

    /// Returns whether the checks of `sql/checks` pass.
    ///
    /// - Parameter checks: Their names without `.sql`; empty for all of them.
    package func isSound(_ checks: String...) async throws -> Bool {
        try await brokenChecks(in: database, checks).isEmpty
    }

    /// Makes every outing with a start time begin so long ago.
    package func beginOutings(hoursAgo hours: Int) async throws {
        try await run(
            """
            UPDATE outing
               SET starts_at = now() - \(hours) * interval '1 hour',
                   starts_wall = timezone('UTC', now()) - \(hours) * interval '1 hour', time_zone = 'UTC'
            """)
    }
}
