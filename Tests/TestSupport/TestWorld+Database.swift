import Access
import Accounts
package import NoonishAPI
import Outings
package import Postgres

extension TestWorld {
    package func run(_ statement: SQL) async throws {
        try await database.execute(Command("test.run", statement))
    }

    /// Returns the only value of a query.
    package func one<Value: PostgresDecodable>(_ query: SQL) async throws -> Value {
        try await database.one(Query("test.one", query) { row throws(PostgresError) in try row.next() })
    }

    /// Returns the only column of a query.
    package func all<Value: PostgresDecodable>(_ query: SQL) async throws -> [Value] {
        try await database.all(Query("test.all", query) { row throws(PostgresError) in try row.next() })
    }

    /// Returns whether the checks of `sql/checks` pass.
    ///
    /// - Parameter checks: Their names without `.sql`; empty for all of them.
    package func isSound(_ checks: String...) async throws -> Bool {
        try await brokenChecks(in: database, checks).isEmpty
    }
}

extension TestWorld {
    package func befriend(_ member: Cast.Member, _ others: Cast.Member...) async throws {
        try await database.batch(others.map { .befriend(member.id, $0.id) })
    }

    /// Puts so many new members on the list of an outing.
    package func addInvitees(_ count: Int, to outing: OutingID) async throws {
        try await run(
            """
            WITH made AS (
                 INSERT INTO person (id, kind, name)
                 SELECT gen_random_uuid(), 'member', 'Friend' FROM generate_series(1, \(count))
              RETURNING id)
            INSERT INTO attendance (outing_id, person_id, id, role, status)
            SELECT \(outing), id, gen_random_uuid(), 'invitee', 'invited' FROM made
            """)
    }

    /// Returns the token of the newest personal link that was mailed to `address`.
    ///
    /// - Parameter outing: `nil` for any outing.
    package func personalToken(of address: String, on outing: OutingID? = nil) async throws -> String {
        let id: InvitationID = try await one(
            """
            SELECT id FROM invitation
             WHERE address = \(address) AND outing_id = coalesce(\(outing), outing_id)
             ORDER BY id DESC LIMIT 1
            """)
        return SecretKey.forTests.personalToken(of: id)
    }

    /// Returns the texts of the mails to an address, newest first.
    package func mails(to address: String) async throws -> [String] {
        try await database.storedMails(to: address).map(\.text)
    }

    /// Adds a restaurant in the middle of Helsinki, each a little farther north than the one before.
    @discardableResult
    package func restaurant(
        _ name: String, id: RestaurantID = .make(), diets: String = "{}", hours: String? = nil
    ) async throws -> RestaurantID {
        try await run(
            """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('town', 'The town', 'CC0', '© The town', 'https://town.example') ON CONFLICT DO NOTHING
            """)
        try await run(
            """
            INSERT INTO restaurant (id, source, source_id, name, kind, diets, latitude, longitude, time_zone, country,
                                    opening_hours)
            SELECT \(id), 'town', \(id)::uuid::text, \(name), 'restaurant', \(diets)::text::jsonb,
                   60.1699 + count(*) * 0.001, 24.9384, 'Europe/Helsinki', 'FI', \(hours)
              FROM restaurant
            """)
        return id
    }
}
