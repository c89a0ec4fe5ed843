import Access
package import NoonishAPI
package import Postgres

/// The people of the tests, each with a session of their own. Who they are says why they are there.
package struct Cast: Sendable {
    /// Starts outings.
    package let leila: Member
    /// Leila's friend.
    package let tom: Member
    /// Leila's friend too.
    package let mei: Member
    /// Knows nobody.
    package let stranger: Member

    package struct Member: Sendable {
        package let id: PersonID
        package let name: String
        package let address: String
        /// A session's bearer token.
        package let token: String
    }

    package init(in database: PostgresClient) async throws {
        leila = try await Self.member("Leila", in: database)
        tom = try await Self.member("Tom", in: database)
        mei = try await Self.member("Mei", in: database)
        stranger = try await Self.member("Stranger", in: database)
        for friend in [tom, mei] {
            try await database.execute(
                Command(
                    "test.befriend",
                    """
                    INSERT INTO friendship (low_id, high_id)
                    VALUES (LEAST(\(leila.id), \(friend.id)), GREATEST(\(leila.id), \(friend.id)))
                    """))
        }
    }

    /// Somebody with a proved address and a session.
    package static func member(_ name: String, in database: PostgresClient) async throws -> Member {
        let member = Member(
            id: .make(), name: name, address: "\(name.lowercased())@example.org", token: RandomToken.make())
        try await database.batch([
            Command(
                "test.insert_person",
                """
                INSERT INTO person (id, kind, name, time_zone)
                VALUES (\(member.id), 'member', \(name), 'Europe/Helsinki')
                """),
            Command(
                "test.insert_email",
                "INSERT INTO person_email (address, person_id) VALUES (\(member.address), \(member.id))"),
            Command(
                "test.insert_session",
                """
                INSERT INTO session (id, person_id, token_hash, ends_at)
                VALUES (\(SessionID.make()), \(member.id), \(TokenHash(member.token).bytes),
                        now() + interval '1 day')
                """),
        ])
        return member
    }
}
