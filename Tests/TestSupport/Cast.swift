import Access
package import NoonishAPI
package import Postgres

/// The members of the tests, each with a session.
package struct Cast: Sendable {
    /// Hosts the outings.
    package let leila = Member("Leila")
    /// Leila's friend.
    package let tom = Member("Tom")
    /// Leila's friend too.
    package let mei = Member("Mei")
    /// Has no friends.
    package let stranger = Member("Stranger")

    package struct Member: Sendable {
        package let id = PersonID.make()
        package let name: String
        /// A verified email address.
        package let address: String
        /// A session's bearer token.
        package let token = RandomToken.make()

        init(_ name: String) {
            self.name = name
            address = "\(name.lowercased())@example.org"
        }
    }

    /// Makes members that are in no database yet.
    init() {}

    package init(in database: PostgresClient) async throws { try await insert(into: database) }

    func insert(into database: PostgresClient) async throws {
        let members = [leila, tom, mei, stranger].flatMap(Command.add)
        try await database.batch(
            members + [.befriend(leila.id, tom.id), .befriend(leila.id, mei.id)])
    }

    /// Adds a member with a verified address and a session.
    package static func member(_ name: String, in database: PostgresClient) async throws -> Member {
        let member = Member(name)
        try await database.batch(Command.add(member))
        return member
    }
}

extension Command {
    package static func befriend(_ one: PersonID, _ other: PersonID) -> Command {
        Command(
            "test.befriend",
            """
            INSERT INTO friendship (low_id, high_id) VALUES (LEAST(\(one), \(other)), GREATEST(\(one), \(other)))
            """)
    }

    fileprivate static func add(_ member: Cast.Member) -> [Command] {
        [
            Command(
                "test.insert_person",
                """
                INSERT INTO person (id, kind, name, time_zone)
                VALUES (\(member.id), 'member', \(member.name), 'Europe/Helsinki')
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
        ]
    }
}
