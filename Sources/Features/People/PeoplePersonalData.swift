import Access
import Accounts
import Foundation
import JSON
import NIOCore
package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases a person's profile and account: sign-in methods, sessions, friends, circles, blocks,
/// reports, diets, audit log and picture.
package struct PeoplePersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "profile.json", "people.export_profile",
            """
            (SELECT jsonb_build_object(
                        'id', p.id, 'kind', p.kind, 'name', p.name, 'timeZone', p.time_zone, 'locale', p.locale,
                        'createdAt', p.created_at, 'foundByAddress', p.found_by_address,
                        'addresses', \(fragment: Self.addresses))
               FROM person AS p
              WHERE p.id = own.id)
            """),
        PersonalFile(
            "sessions.json", "people.export_sessions",
            .list(
                of: """
                    'client', s.client, 'network', s.network, 'createdAt', s.created_at,
                    'seenAt', s.seen_at, 'endsAt', s.ends_at
                    """,
                orderedBy: "s.created_at", "FROM session AS s WHERE s.person_id = own.id")),
        // Without keys: a passkey's private key never leaves the person's device.
        PersonalFile(
            "ways_in.json", "people.export_sign_in_methods",
            .object([
                "identities": .list(
                    of: """
                        'provider', i.provider, 'subject', i.subject, 'address', i.address,
                        'createdAt', i.created_at, 'usedAt', i.used_at
                        """,
                    orderedBy: "i.created_at", "FROM identity AS i WHERE i.person_id = own.id"),
                "passkeys": .list(
                    of: "'name', k.name, 'createdAt', k.created_at, 'usedAt', k.used_at",
                    orderedBy: "k.created_at", "FROM passkey AS k WHERE k.person_id = own.id"),
            ])),
        // Friends by name only, and of friend requests only those that the person sent.
        PersonalFile(
            "friends.json", "people.export_friends",
            .object([
                "friends": .list(
                    of: "'id', o.id, 'name', o.name, 'since', f.since", orderedBy: "f.since",
                    """
                    FROM friendship AS f
                    JOIN person AS o ON o.id = CASE WHEN f.low_id = own.id THEN f.high_id ELSE f.low_id END
                    WHERE own.id IN (f.low_id, f.high_id)
                    """),
                "requestsSent": .list(
                    of: "'to', coalesce(r.to_address, r.to_id::text), 'at', r.created_at",
                    orderedBy: "r.created_at", "FROM friend_request AS r WHERE r.from_id = own.id"),
                "circles": .list(
                    of: """
                        'name', c.name, 'createdAt', c.created_at,
                        'members', ARRAY(SELECT m.person_id FROM circle_member AS m
                                          WHERE m.circle_id = c.id ORDER BY m.person_id)
                        """,
                    orderedBy: "c.created_at", "FROM circle AS c WHERE c.owner_id = own.id"),
                "blocked": .list(
                    of: "'id', b.other_id, 'since', b.since", orderedBy: "b.since",
                    "FROM person_block AS b WHERE b.person_id = own.id"),
            ])),
        PersonalFile(
            "reports.json", "people.export_reports",
            .list(
                of:
                    "'about', coalesce(r.about_id, r.venue_id), 'reason', r.reason, 'words', r.details, 'at', r.at",
                orderedBy: "r.at", "FROM abuse_report AS r WHERE r.by_id = own.id")),
        PersonalFile(
            "diets.json", "people.export_diets",
            """
            coalesce(
                (SELECT jsonb_build_object('diets', d.diets, 'allergies', d.allergies, 'note', d.note)
                   FROM diet_need AS d WHERE d.person_id = own.id), 'null')
            """),
    ]

    private static let addresses = SQL.list(
        of: "'address', e.address, 'verifiedAt', e.verified_at", orderedBy: "e.verified_at",
        "FROM person_email AS e WHERE e.person_id = p.id")

    package init() {}

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await transaction.restrictRowAccess(to: person)
        var files = try await exportFiles(of: person, in: transaction)
        let lines = try await AuditLog(transaction).lines(by: person)
        var writer = JSONWriter()
        writer.array { for line in lines { $0.element(line) } }
        files.append(ExportFile("audit.json", Array(writer.finish().readableBytesView)))
        if let picture = try await transaction.first(.ownPicture(person)) {
            files.append(ExportFile("picture.webp", picture))
        }
        return files
    }

    /// Rows that refer to the person by address are deleted first: erasing the person deletes their
    /// addresses.
    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        for command in erasure(of: person) { try await transaction.execute(command) }
        _ = try await transaction.all(.erasePerson(person))
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command(
                "people.erase_mail",
                """
                DELETE FROM mail_outbox
                 WHERE to_address IN (SELECT address FROM person_email WHERE person_id = \(person)
                                       UNION ALL
                                      SELECT unnest(ARRAY[address, own_address]) FROM invitation
                                       WHERE person_id = \(person))
                """),
            Command(
                "people.erase_sign_ins",
                "DELETE FROM sign_in WHERE address IN (SELECT address FROM person_email WHERE person_id = \(person))"
            ),
            Command(
                "people.erase_friend_requests",
                """
                DELETE FROM friend_request
                 WHERE to_address IN (SELECT address FROM person_email WHERE person_id = \(person))
                """),
            Command(
                "people.erase_friend_request_mails",
                """
                DELETE FROM friend_request_mail
                 WHERE to_address IN (SELECT address FROM person_email WHERE person_id = \(person))
                """),
        ]
    }
}

extension Query where Row == [UInt8] {
    fileprivate static func ownPicture(_ person: PersonID) -> Self {
        Query("people.export_picture", "SELECT large FROM profile_picture WHERE person_id = \(person)")
    }
}

extension Query where Row == PersonID {
    /// Deletes the rows that belong to a person, and clears the personal data in their row of `person`.
    fileprivate static func erasePerson(_ person: PersonID) -> Self {
        Query(
            "people.erase_person", on: .write,
            """
            WITH done AS (SELECT erase_person(\(person), \(PersonName.erased)))
            SELECT \(person) FROM done
            """)
    }
}
