import Access
import Accounts
import NoonishAPI
import Postgres
import TestSupport

extension Table {
    /// A circle of `owner`, as People writes it.
    func circle(of owner: Cast.Member, _ members: [Cast.Member]) async throws -> CircleID {
        let id = CircleID.make()
        try await database.execute(
            Command(
                "test.circle",
                "INSERT INTO circle (id, owner_id, name) VALUES (\(id), \(owner.id), 'Lunch')"))
        for member in members {
            try await database.execute(
                Command(
                    "test.circle_member",
                    "INSERT INTO circle_member (circle_id, person_id) VALUES (\(id), \(member.id))"))
        }
        return id
    }

    /// What a block leaves in the tables of People.
    func block(_ blocker: Cast.Member, _ other: Cast.Member) async throws {
        try await database.batch([
            Command(
                "test.block",
                "INSERT INTO person_block (person_id, other_id) VALUES (\(blocker.id), \(other.id))"),
            Command(
                "test.unfriend",
                """
                DELETE FROM friendship
                 WHERE low_id = least(\(blocker.id), \(other.id)) AND high_id = greatest(\(blocker.id), \(other.id))
                """),
        ])
    }

    /// Live watches by mail of whoever was asked at `address`.
    func watchedByMail(_ address: String, _ outing: String) async throws -> Int {
        try await database.one(
            Query<Int>(
                "test.watched_by_mail",
                """
                SELECT count(*)
                  FROM outing_watch AS w
                  JOIN invitation AS i ON i.outing_id = w.outing_id AND i.person_id = w.person_id
                 WHERE i.outing_id = \(OutingID(outing)) AND i.address = \(address) AND w.channel = 'mail' AND w.live
                """
            ) { row throws(PostgresError) in try row.next() })
    }

    /// The texts of the mails to an address, newest first.
    func mails(to address: String) async throws -> [String] {
        try await database.storedMails(to: address).map(\.text)
    }

    /// Lets an outing have ended an hour ago.
    func isOver(_ outing: String) async throws {
        try await database.execute(
            Command(
                "test.is_over",
                """
                UPDATE outing
                   SET starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour',
                       starts_wall = timezone('UTC', now()) - interval '2 hours',
                       ends_wall = timezone('UTC', now()) - interval '1 hour', time_zone = 'UTC'
                 WHERE id = \(OutingID(outing))
                """))
    }
}
